import { Button } from '@mantine/core'
import type { Entity } from '@steading/contract/entities'
import { number, quantity } from '@steading/locales/format'
import type { TextKey, Translate } from '@steading/locales/text'
import { useLanguage, useText } from '../platform/texts.tsx'
import { Card } from '../ui/page/Card.tsx'
import { Note } from '../ui/page/Note.tsx'
import { type EnteredEdit, changedBetween, enteredOf } from './entered.ts'
import { listed, statusStates, tagName } from './words.tsx'

type Field = ReturnType<typeof changedBetween>[number]

const words = {
  name: 'ui.name',
  code: 'entity.code',
  status: 'entity.status.label',
  responsibleUserIds: 'entity.responsibles',
  entityInfo: 'entity.notes',
  billingInformation: 'entity.billing',
  area: 'entity.area',
  usableArea: 'entity.usableArea',
  latitude: 'entity.latitude',
  longitude: 'entity.longitude',
  areaBoundaries: 'entity.boundary',
  tagIds: 'tag.many',
  timeZone: 'ui.timeZone',
} as const satisfies Record<Field, TextKey>

/** What somebody else saved while one was typing: which entries, with what, and a way to take each. */
export function Theirs({
  seen,
  theirs,
  take,
}: {
  /** As it was when one began. */
  seen: Entity
  theirs: Entity
  take: (field: Field, value: EnteredEdit[Field]) => void
}) {
  const t = useText()
  const { language } = useLanguage()
  const entered = enteredOf(theirs)
  const fields = changedBetween(enteredOf(seen), entered)
  const said = (field: Field): string => {
    if (field === 'tagIds')
      return listed(
        theirs.tags.map(tag => tagName(tag, language)),
        t,
      )
    if (field === 'responsibleUserIds')
      return listed(
        theirs.responsibleUsers.map(one => one.shortName),
        t,
      )
    return plainly(field, entered, t)
  }
  return (
    <Card title={t('entity.theirs')} className="theirs">
      <div className="stack" role="alert">
        <Note>{t('entity.changedMeanwhile', { who: theirs.lastUpdatedBy?.shortName ?? t('entity.somebody') })}</Note>
        <ul className="theirs-list">
          {fields.map(field => (
            <li key={field}>
              <span className="dim">{t(words[field])}</span>
              <b>{said(field) || t('form.none')}</b>
              <Button size="xs" variant="default" onClick={() => take(field, entered[field])}>
                {t('entity.takeTheirs')}
                <span className="vh">: {t(words[field])}</span>
              </Button>
            </li>
          ))}
        </ul>
      </div>
    </Card>
  )
}

function plainly(field: Field, of: EnteredEdit, t: Translate): string {
  if (field === 'status') return t(statusStates[of.status].word)
  if (field === 'area' || field === 'usableArea') return of[field] === undefined ? '' : quantity(of[field], 'm²')
  if (field === 'latitude' || field === 'longitude') return of[field] === undefined ? '' : number(of[field], [5, 7])
  if (field === 'billingInformation')
    return Object.values(of.billingInformation ?? {})
      .filter(Boolean)
      .join(', ')
  return String(of[field] ?? '')
}
