import type { RuleDetails } from '@steading/contract/rules'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { entityQuery } from '../../entities/index.ts'
import { useNow } from '../../platform/clock.ts'
import { useMay } from '../../platform/session.ts'
import { api, data } from '../../platform/api.ts'
import { terminals } from '@steading/contract/terminals'
import { dayOf } from '../../ui/moment/zoned.ts'
import { offsetOf } from '../../ui/form/zones.ts'
import { rankOf } from '@steading/rules/rank'
import { batchDayOf } from '../batchDay.ts'
import type { About, Driver } from '../inputs/about.ts'
import { type Choice, choiceOf, fits, knownAmong, namedBy } from './choices.ts'
import { driversOfQuery, interfacesAtQuery, openBatchQuery, sectorsQuery, terminalsQuery } from './choices.queries.ts'
import { type Entered, type Template, isGlobal } from './entered.ts'
import { interfaceIdsIn } from './provisional.ts'

const boxes = api(terminals)
const hour = 3600
const none: readonly never[] = []

/** What the inputs of a rule choose from, by its entity, sector and box. */
export function useChoices(of: Entered, template: Template | undefined, rule: RuleDetails | undefined, attempt: number): About {
  const may = useMay()
  const now = useNow(hour)
  const { rootEntityId, sectorId, showAllInterfaces, inputs } = of
  const engine = of.category ?? 'THERMOSTAT'
  const terminalId = isGlobal(of.category) ? null : of.terminalId
  const isPlaced = rootEntityId !== null && (isGlobal(of.category) || terminalId !== null) && may('interfaces.read')
  const { data: all = none } = useQuery({ ...interfacesAtQuery(rootEntityId ?? '', terminalId), enabled: isPlaced })
  const near = showAllInterfaces ? rootEntityId : sectorId
  const {
    data: close = none,
    error,
    isFetched,
  } = useQuery({
    ...interfacesAtQuery(near ?? '', terminalId),
    enabled: isPlaced && near !== null,
  })
  const { data: found = none } = useQuery({
    ...terminalsQuery(rootEntityId ?? ''),
    enabled: rootEntityId !== null && may('terminals.read'),
    placeholderData: keepPreviousData,
  })
  const offered = useMemo(() => close.filter(one => !one.hidden).map(choiceOf), [close])
  const choices = useMemo(
    () => new Map<string, Choice>([...(rule ? namedBy(rule) : []), ...all.map(choiceOf), ...offered].map(one => [one.id, one])),
    [rule, all, offered],
  )
  const { data: sectors = none } = useQuery({
    ...sectorsQuery(rootEntityId ?? ''),
    enabled: rootEntityId !== null && sectorId !== rule?.sector?.id,
  })
  const home = (sectorId === rule?.sector?.id ? rule?.sector : sectors.find(one => one.id === sectorId))?.displayName
  const named = useMemo(() => (template ? interfaceIdsIn(inputs, template) : none), [inputs, template])
  const timeZone = useZoneOf(rootEntityId, terminalId, rule)
  const { data: batch } = useQuery({ ...openBatchQuery(sectorId ?? ''), enabled: sectorId !== null && may('batches.read') })
  return {
    engine,
    inputs,
    terminalId,
    offered,
    lack: !isPlaced || near === null ? 'unplaced' : error && close === none ? 'failed' : isFetched ? undefined : 'waiting',
    choices,
    knownOf: useMemo(() => knownAmong(choices, named, home), [choices, named, home]),
    home,
    terminals: found,
    driven: useDriven(offered, template, rule?.id),
    timeZone,
    offset: offsetOf(timeZone, new Date(now)),
    today: dayOf(now, timeZone),
    batch: batch ? batchDayOf(batch, timeZone) : undefined,
    attempt,
  }
}

/** A rule lives by the clock of its box, else by that of its entity. */
function useZoneOf(entityId: string | null, terminalId: string | null, rule: RuleDetails | undefined): string {
  const may = useMay()
  const known = rule?.terminal?.id === terminalId ? rule?.terminal?.timeZone : undefined
  const { data: box } = useQuery({
    queryKey: ['terminals', 'details', terminalId],
    queryFn: ({ signal }) => data(boxes.details({ params: { id: terminalId ?? '' } }, { signal })),
    enabled: terminalId !== null && known === undefined && may('terminals.read_details'),
  })
  const { data: entity } = useQuery({ ...entityQuery(entityId ?? ''), enabled: entityId !== null && may('entities.read') })
  return known ?? box?.timeZone ?? entity?.timeZone ?? 'UTC'
}

/** The devices that other rules operate already. One schedule bars another, if only kept; of the rest it matters what runs. */
function useDriven(offered: readonly Choice[], template: Template | undefined, except: string | undefined): About['driven'] {
  const outputs = template?.inputs.find(one => one.action === 'OUTPUT')
  const isScheduler = template?.category.kind === 'SCHEDULER'
  const rank = template && rankOf(template.category.id)
  const asked = outputs ? offered.filter(one => fits(one, outputs.filters, true)) : none
  const answers = useQueries({ queries: asked.map(one => driversOfQuery(one.id)) })
  const said = JSON.stringify(
    asked.flatMap((one, at) => {
      const others = answers[at]?.data?.filter(({ id }) => id !== except) ?? none
      const bar = isScheduler ? others.find(({ kind }) => kind === 'SCHEDULER') : undefined
      const running = others.filter(({ runningVersion }) => runningVersion !== null)
      const rival = rank === 'alarm' ? undefined : running.find(other => rankOf(other.template) === rank)
      const by = bar ?? rival ?? running[0]
      return by ? [[one.id, { rule: by.displayName, isBarred: bar !== undefined, isRival: rival !== undefined }]] : []
    }),
  )
  // safe: written above
  return useMemo(() => new Map(JSON.parse(said) as [string, Driver][]), [said])
}
