import { Button, useComputedColorScheme } from '@mantine/core'
import type { TextKey } from '@steading/locales/text'
import { type CSSProperties, useEffect, useState } from 'react'
import { brand, applyBrand } from '../platform/page/brand.ts'
import { useText } from '../platform/texts.tsx'
import type { Brand, BrandId, SearchField } from '../theme/brand.ts'
import { brands } from '../theme/brands.ts'
import { sheet } from '../theme/sheet.ts'
import { Entries } from '../ui/form/edit/FormFields.tsx'
import { SwitchField } from '../ui/form/fields/SwitchField.tsx'
import { TextField } from '../ui/form/fields/TextField.tsx'
import { SeverityMark, severities } from '../ui/marks/SeverityMark.tsx'
import { Card } from '../ui/page/Card.tsx'
import { PageHead } from '../ui/page/head/PageHead.tsx'
import { Logo } from '../ui/shell/Logo.tsx'
import { SchemeChoice } from '../ui/shell/preferences/SchemeChoice.tsx'
import './brands.css'

const all = Object.values(brands)

/** What the specification's search fields are called on the screens. */
const searchFieldWords = {
  title: 'event.title',
  enterpriseId: 'entity.enterprise',
  entity: 'entity.generic',
  batchId: 'batch.one',
  status: 'event.status.label',
  severityLevel: 'event.severity.label',
  origin: 'event.origin.label',
  category: 'event.category.label',
  cause: 'event.cause.label',
  fromDate: 'ui.from',
  toDate: 'ui.to',
  lastTime: 'period.label',
  user: 'user.one',
  contact: 'theme.field.contact',
  closeDateFrom: 'event.closed',
  closeDateTo: 'event.closed',
} as const satisfies Record<SearchField, TextKey>

/** The colours of a brand, for one part of a page that wears another. */
const coloursOf = (of: Brand, scheme: 'light' | 'dark') =>
  Object.fromEntries(Object.entries(sheet(of, scheme)).filter(([name]) => name.startsWith('--st-'))) as CSSProperties // safe: custom properties

/** The white labels beside each other, that of the host first chosen; the page wears the one that is chosen until it is left. */
export default function Themes() {
  const t = useText()
  const [chosen, choose] = useState<BrandId>(brand.id)
  useEffect(() => {
    void applyBrand(chosen)
  }, [chosen])
  useEffect(() => () => void applyBrand(), [])
  const scheme = useComputedColorScheme('light')
  return (
    <>
      <PageHead title={t('theme.many')} actions={<SchemeChoice />} stacked />
      <p className="dim brands-lead">{t('theme.choose')}</p>
      <fieldset className="brands">
        <legend className="vh">{t('theme.many')}</legend>
        {all.map(of => (
          <label key={of.id} className="card brand" style={coloursOf(of, scheme)}>
            <input type="radio" name="brand" checked={chosen === of.id} onChange={() => choose(of.id)} />
            <span className="brand-rail">
              <Logo brand={of} size={26} />
              <b>{of.title}</b>
            </span>
            <span className="brand-colours" aria-hidden>
              <i className="brand-accent" />
              <i className="brand-tint" />
              <i className="brand-page" />
            </span>
            <span className="dim">{t('theme.host', { host: `${of.id}.example` })}</span>
          </label>
        ))}
      </fieldset>
      <Sample of={brands[chosen]} />
    </>
  )
}

/** What a brand changes, and what it must not. */
function Sample({ of }: { of: Brand }) {
  const t = useText()
  const [on, turn] = useState(true)
  return (
    <div className="stack">
      <Card title={of.title}>
        <p className="brand-claim">{t(of.claim)}</p>
        <p className="dim">{t(of.sub)}</p>
        <div className="brand-line">
          <Button>{t('ui.save')}</Button>
          <Button variant="default">{t('ui.cancel')}</Button>
          <Button color="red">{t('ui.delete')}</Button>
        </div>
      </Card>
      <Card title={t('event.severity.label')}>
        <div className="brand-line">
          {severities.map(level => (
            <SeverityMark key={level} level={level} word />
          ))}
        </div>
      </Card>
      <Card title={t('ui.details')}>
        <Entries mode="edit">
          <TextField label={t('ui.name')} value={of.title} onChange={() => undefined} max={50} />
          <SwitchField label={t('ui.optional')} checked={on} onChange={event => turn(event.currentTarget.checked)} />
        </Entries>
      </Card>
      {of.hiddenSearchFields.length > 0 && (
        <p className="dim">
          {t('theme.hidden', { fields: of.hiddenSearchFields.map(field => t(searchFieldWords[field])).join(', ') })}
        </p>
      )}
    </div>
  )
}
