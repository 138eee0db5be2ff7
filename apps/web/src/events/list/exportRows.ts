import type { Event } from '@steading/contract/events/events'
import type { Translate } from '@steading/locales/text'
import { FINDING_WORDS } from '@steading/locales/events/findingWords'
import { type Cell, csvTime } from '@steading/locales/csv'
import { severityWord } from '../../ui/marks/SeverityMark.tsx'
import { categoryWord, causeWord, closerOf, openerOf, originWord, statusWord } from '../words.ts'

/** The rows of a file of events, their head first; times in the person's zone. */
export const exportRows = (events: readonly Event[], t: Translate, zone: string): readonly (readonly Cell[])[] => [
  [
    t('event.one'),
    t('event.title'),
    t('event.at'),
    t('batch.one'),
    t('event.severity.label'),
    t('event.category.label'),
    t('event.cause.label'),
    t('event.finding.label'),
    t('event.origin.label'),
    t('event.opened'),
    t('ui.createdBy'),
    t('event.closed'),
    t('event.closedBy'),
    t('event.status.label'),
    t('event.told.count'),
  ],
  ...events.map(event => [
    Number(event.id),
    event.title,
    event.entity.displayName,
    event.batch?.code ?? null,
    t(severityWord[event.severityLevel]),
    t(categoryWord[event.category]),
    t(causeWord[event.cause]),
    event.finding && t(FINDING_WORDS[event.finding]),
    t(originWord[event.origin]),
    csvTime(event.openDate, zone, t),
    openerOf(event, t),
    csvTime(event.closeDate, zone, t),
    closerOf(event, t),
    t(statusWord[event.status]),
    event.notificationCounter,
  ]),
]
