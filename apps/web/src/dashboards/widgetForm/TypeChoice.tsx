import { containsText } from '@steading/contract/http/searchText'
import { WIDGET_CATEGORIES } from '@steading/contract/widgets/definition'
import { definitionOf, WIDGET_TYPES, type WidgetTypeName } from '@steading/contract/widgets/widgets'
import { IconSearch } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { catalogueEntry, categoryWord } from './catalogue.ts'

/** Every type of widget by its category, found by its name and by what it shows. */
export function TypeChoice({ choose }: { choose: (type: WidgetTypeName) => void }) {
  const t = useText()
  const id = useId()
  const [text, type] = useState('')
  const fits = (one: WidgetTypeName) => {
    const { name, hint } = catalogueEntry(one)
    return containsText(`${t(name)} ${t(hint)}`, text)
  }
  const found = WIDGET_TYPES.filter(fits)
  return (
    <div className="widget-types">
      <label className="widget-types-search">
        <IconSearch size={16} aria-hidden />
        <span className="vh">{t('widget.form.searchTypes')}</span>
        <input
          type="search"
          data-autofocus
          placeholder={t('widget.form.searchTypes')}
          value={text}
          onChange={event => type(event.currentTarget.value)}
        />
      </label>
      <output className="vh">{text.trim() === '' ? '' : t('widget.form.typesFound', { count: found.length })}</output>
      {found.length === 0 && <p className="dim">{t('list.filteredEmpty')}</p>}
      {WIDGET_CATEGORIES.map(category => {
        const types = found.filter(one => definitionOf(one).category === category)
        if (types.length === 0) return null
        return (
          <section key={category} aria-labelledby={`${id}-${category}`}>
            <h3 id={`${id}-${category}`}>{t(categoryWord(category))}</h3>
            <ul>
              {types.map(one => (
                <li key={one}>
                  <TypeButton type={one} choose={() => choose(one)} />
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </div>
  )
}

/** A type whose permission the user lacks stays in the list, with the reason. */
function TypeButton({ type, choose }: { type: WidgetTypeName; choose: () => void }) {
  const t = useText()
  const may = useMay()
  const { icon: Icon, name, hint } = catalogueEntry(type)
  const { permission } = definitionOf(type)
  const isBarred = permission !== undefined && !may(permission)
  return (
    <button type="button" className="widget-type" aria-disabled={isBarred || undefined} onClick={isBarred ? undefined : choose}>
      <Icon size={20} stroke={1.6} aria-hidden />
      <span className="two">
        <span>{t(name)}</span>
        <span>
          {t(hint)}
          {isBarred && <b>{t('widget.form.notAllowed')}</b>}
        </span>
      </span>
    </button>
  )
}
