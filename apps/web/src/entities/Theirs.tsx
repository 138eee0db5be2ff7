import type { Entity } from '@steading/contract/entities'
import { number, quantity } from '@steading/locales/format'
import type { TextKey, Translate } from '@steading/locales/text'
import { useLanguage, useText } from '../platform/texts.tsx'
import { same } from '../ui/form/met.ts'
import { Theirs as TheirEntries } from '../ui/form/Theirs.tsx'
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
  mine,
  take,
}: {
  /** As it was when one began. */
  seen: Entity
  theirs: Entity
  mine: EnteredEdit
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
    <TheirEntries
      who={theirs.lastUpdatedBy?.shortName}
      entries={fields.map(field => ({
        key: field,
        label: t(words[field]),
        said: said(field),
        taken: same(mine[field], entered[field]),
        take: () => take(field, entered[field]),
      }))}
    />
  )
}

function plainly(field: Field, of: EnteredEdit, t: Translate): string {
  if (field === 'status') return t(statusStates[of.status].word)
  if (field === 'area' || field === 'usableArea') return of[field] === undefined ? '' : quantity(of[field], 'm²', t)
  if (field === 'latitude' || field === 'longitude') return of[field] === undefined ? '' : number(of[field], t, [5, 7])
  if (field === 'billingInformation')
    return Object.values(of.billingInformation ?? {})
      .filter(Boolean)
      .join(', ')
  return String(of[field] ?? '')
}
