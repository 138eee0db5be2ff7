import { KIND_OF } from '@steading/contract/rules/ruleTemplates'
import { RULE_KINDS, type RuleKind } from '@steading/contract/rules/kinds'
import type { ConfigsOf } from '@steading/contract/widgets/widgets'
import { number } from '@steading/locales/format'
import type { TextKey } from '@steading/locales/text'
import { IconArrowRight } from '@tabler/icons-react'
import { useMemo } from 'react'
import { totalOf } from '../../groups/index.ts'
import { to } from '../../platform/navigation/paths.ts'
import { writeSearch } from '../../platform/navigation/search.ts'
import { useText } from '../../platform/texts.tsx'
import { severities, SeverityMark } from '../../ui/marks/SeverityMark.tsx'
import { ContentLink } from '../ContentLink.tsx'
import { FetchedBody } from '../FetchedBody.tsx'
import { FigureValue } from '../FigureValue.tsx'
import type { RuleCounts } from '../source/sessionContent.ts'
import type { WidgetRef } from '../source/source.ts'
import { useSource } from '../source/useSource.ts'
import type { WidgetProps } from '../view.ts'
import { Widget } from '../Widget.tsx'
import './counter.css'

type Configs = ConfigsOf<'COUNTER'>

const eventWords = {
  OPEN: 'widget.counter.open',
  PENDING: 'widget.counter.pending',
  CLOSED: 'widget.counter.closed',
} as const satisfies Record<Configs['status'], TextKey>
const ruleLists = {
  CONTROL: { path: to('/rules'), word: 'nav.rules' },
  ALARM: { path: to('/rules/alarms'), word: 'nav.alarms' },
  SCHEDULER: { path: to('/rules/scheduler'), word: 'nav.schedulers' },
} as const satisfies Record<RuleKind, { path: string; word: TextKey }>

const kinds = Object.keys(RULE_KINDS) as RuleKind[] // safe: the table's own keys

/** The filters of a list for some places: one of them is a filter of its own there. */
const placesOf = (ids: readonly string[], one: 'entity' | 'entityId') =>
  ids.length === 1 ? { [one]: ids[0] } : { entities: ids }

/** The list of the events that are counted. */
export const eventListHref = ({ entityIds, status, severity }: Pick<Configs, 'entityIds' | 'status' | 'severity'>): string =>
  to('/events') + writeSearch({ status, severityLevel: severity, ...placesOf(entityIds, 'entity') })

/** The list of the rules of a kind that are counted. */
export const ruleListHref = (
  kind: RuleKind,
  { entityIds, deploymentStatus }: Pick<Configs, 'entityIds' | 'deploymentStatus'>,
): string => ruleLists[kind].path + writeSearch({ deploymentStatus, ...placesOf(entityIds, 'entityId') })

/** How many rules there are of each kind that has some. */
export const countsByKind = ({ categories }: Pick<RuleCounts, 'categories'>) =>
  kinds
    .map(kind => ({
      kind,
      count: categories.filter(({ category }) => KIND_OF[category] === kind).reduce((sum, counts) => sum + totalOf(counts), 0),
    }))
    .filter(({ count }) => count > 0)

/** COUNTER: how many events or rules there are; leads to their list with the same filters. */
export default function CounterView({ widget, configs }: WidgetProps<'COUNTER'>) {
  return configs.type === 'EVENTS' ? (
    <EventCounter widget={widget} configs={configs} />
  ) : (
    <RuleCounter widget={widget} configs={configs} />
  )
}

interface CounterProps {
  readonly widget: WidgetRef
  readonly configs: Configs
}

function EventCounter({ widget, configs }: CounterProps) {
  const t = useText()
  const source = useSource()
  const { entityIds, status, severity, title } = configs
  const query = useMemo(
    () => source.eventCount({ entities: entityIds, status, severities: severity }, widget),
    [source, entityIds, status, severity, widget],
  )
  const href = eventListHref(configs)
  return (
    <Widget name={title ?? t(eventWords[status])} href={href}>
      <FetchedBody query={query} permission="events.read">
        {({ total, bySeverity }) => (
          <div className="counter">
            <FigureValue text={number(total, t)} />
            {bySeverity && total > 0 && (
              <ul className="counter-parts">
                {severities
                  .filter(level => bySeverity[level] > 0)
                  .map(level => (
                    <li key={level} className="num">
                      <SeverityMark level={level} /> {number(bySeverity[level], t)}
                    </li>
                  ))}
              </ul>
            )}
            <span className="w-facts dim">
              {status === 'CLOSED' ? t('period.twentyFour') : total === 0 ? t('widget.counter.noEvents') : undefined}
            </span>
          </div>
        )}
      </FetchedBody>
    </Widget>
  )
}

function RuleCounter({ widget, configs }: CounterProps) {
  const t = useText()
  const source = useSource()
  const { entityIds, deploymentStatus, title } = configs
  const query = useMemo(
    () => source.ruleCount({ entities: entityIds, deploymentStatus }, widget),
    [source, entityIds, deploymentStatus, widget],
  )
  return (
    <Widget name={title ?? t('nav.rules')}>
      <FetchedBody query={query} permission={['rules.read', 'rules.alarms', 'rules.scheduler']}>
        {counts => {
          const counted = countsByKind(counts)
          return (
            <div className="counter">
              <FigureValue text={number(totalOf(counts), t)} />
              {counted.length === 0 && <span className="w-facts dim">{t('widget.counter.noRules')}</span>}
              <ul className="counter-parts">
                {counted.map(({ kind, count }) => (
                  <li key={kind}>
                    <ContentLink
                      className="w-to"
                      href={ruleListHref(kind, configs)}
                      icon={<IconArrowRight size={14} aria-hidden />}
                    >
                      <span className="num">{number(count, t)}</span> {t(ruleLists[kind].word)}
                    </ContentLink>
                  </li>
                ))}
              </ul>
            </div>
          )
        }}
      </FetchedBody>
    </Widget>
  )
}
