import type { EventDetails } from '@steading/contract/events/events'
import { FINDING_WORDS } from '@steading/locales/events/findingWords'
import { dateTime, missing } from '@steading/locales/format'
import { useQuery } from '@tanstack/react-query'
import { PlaceLink, entityQuery } from '../../entities/index.ts'
import { useMay, useZone } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { Entries, ReadOnlyField } from '../../ui/form/edit/FormFields.tsx'
import { SeverityMark } from '../../ui/marks/SeverityMark.tsx'
import { BatchLink } from '../BatchLink.tsx'
import { CategoryMark } from '../CategoryMark.tsx'
import type { EventScope } from '../eventScope.ts'
import { causeWord, originWord, statusWord } from '../words.ts'
import '../events.css'

interface Props {
  readonly event: EventDetails
  readonly scope: EventScope
}

/** Values of an event in view mode, without the form and its fields. */
export function EventValues({ event, scope }: Props) {
  const t = useText()
  return (
    <Entries mode="view">
      <DescribingValues event={event} scope={scope} />
      <ReadOnlyField label={t('event.category.label')}>
        <CategoryMark category={event.category} />
      </ReadOnlyField>
      <ReadOnlyField label={t('event.cause.label')}>{t(causeWord[event.cause])}</ReadOnlyField>
      {event.finding && <ReadOnlyField label={t('event.finding.label')}>{t(FINDING_WORDS[event.finding])}</ReadOnlyField>}
      <ReadOnlyField label={t('event.status.label')}>{t(statusWord[event.status])}</ReadOnlyField>
      <ReadOnlyField label={t('event.origin.label')}>{t(originWord[event.origin])}</ReadOnlyField>
      <LongValue label={t('event.description')} value={event.description} />
      <LongValue label={t('event.additionalNotes')} value={event.additionalNotes} />
    </Entries>
  )
}

/** Title, severity, place, batch and start of an event: fixed if a rule or the platform opened it. */
export function DescribingValues({ event, scope }: Props) {
  const t = useText()
  const may = useMay()
  const zone = useZone()
  return (
    <>
      <ReadOnlyField label={t('event.title')}>{event.title}</ReadOnlyField>
      <ReadOnlyField label={t('event.severity.label')}>
        <SeverityMark level={event.severityLevel} word />
      </ReadOnlyField>
      {scope.isHelpdesk ? (
        <ReadOnlyField label={t('entity.generic')}>
          <PlaceLink entity={event.entity} />
        </ReadOnlyField>
      ) : (
        <>
          <PlaceValues entity={event.entity} />
          {may('batches.read') && (
            <ReadOnlyField label={t('batch.one')}>{event.batch && <BatchLink batch={event.batch} />}</ReadOnlyField>
          )}
        </>
      )}
      <ReadOnlyField label={t('event.openDate')}>
        <span className="num">{dateTime(event.openDate, zone, t)}</span>
      </ReadOnlyField>
    </>
  )
}

/** Place of an event, after its company if that is another entity. */
function PlaceValues({ entity }: Pick<EventDetails, 'entity'>) {
  const t = useText()
  const may = useMay()
  const { data: place } = useQuery({ ...entityQuery(entity.id), enabled: may('entities.read') })
  return (
    <>
      {place?.enterprise && place.enterprise.id !== entity.id && (
        <ReadOnlyField label={t('entity.enterprise')}>
          <PlaceLink entity={place.enterprise} />
        </ReadOnlyField>
      )}
      <ReadOnlyField label={t('event.at')}>
        <PlaceLink entity={entity} />
      </ReadOnlyField>
    </>
  )
}

/** Text of several lines, over the whole width. */
const LongValue = ({ label, value }: { label: string; value: string }) => (
  <div className="event-long">
    <dt>{label}</dt>
    <dd>{value === '' ? missing : value}</dd>
  </div>
)
