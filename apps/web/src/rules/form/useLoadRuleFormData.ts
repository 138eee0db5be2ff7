import type { RuleDetails } from '@steading/contract/rules/rules'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { entityQuery } from '../../entities/index.ts'
import { useNow } from '../../platform/page/clock.ts'
import { useMay } from '../../platform/session/session.ts'
import { api, data } from '../../platform/api/api.ts'
import { terminals } from '@steading/contract/devices/terminals'
import { dayOf } from '../../ui/moment/zoned.ts'
import { offsetOf } from '../../ui/form/input/zones.ts'
import { rankOf } from '@steading/rules/outputs/rank'
import { toBatchDay } from '../values/batchDay.ts'
import type { RuleFormData, Driver } from '../values/ruleFormData.ts'
import { type Choice, toChoice, fits, createChoiceLookup, choicesOfRule } from '../values/choices.ts'
import { driversQuery, interfacesAtQuery, openBatchQuery, sectorsQuery, terminalsQuery } from '../values/choices.queries.ts'
import { type RuleFormValues, type Template, isGlobal } from '../values/ruleForm.ts'
import { interfaceIdsIn } from '../values/draftBody.ts'

const boxes = api(terminals)
const hour = 3600
const none: readonly never[] = []

/** What the inputs of a rule choose from, by its entity, sector and box. */
export function useLoadRuleFormData(
  values: RuleFormValues,
  template: Template | undefined,
  rule: RuleDetails | undefined,
  attempt: number,
): RuleFormData {
  const may = useMay()
  const now = useNow(hour)
  const { rootEntityId, sectorId, showAllInterfaces, inputs } = values
  const engine = values.category ?? 'THERMOSTAT'
  const terminalId = isGlobal(values.category) ? null : values.terminalId
  const isPlaced = rootEntityId !== null && (isGlobal(values.category) || terminalId !== null) && may('interfaces.read')
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
  const offered = useMemo(() => close.filter(iface => !iface.hidden).map(toChoice), [close])
  const choices = useMemo(
    () =>
      new Map<string, Choice>(
        [...(rule ? choicesOfRule(rule) : []), ...all.map(toChoice), ...offered].map(choice => [choice.id, choice]),
      ),
    [rule, all, offered],
  )
  const { data: sectors = none } = useQuery({
    ...sectorsQuery(rootEntityId ?? ''),
    enabled: rootEntityId !== null && sectorId !== rule?.sector?.id,
  })
  const home = (sectorId === rule?.sector?.id ? rule?.sector : sectors.find(sector => sector.id === sectorId))?.displayName
  const named = useMemo(() => (template ? interfaceIdsIn(inputs, template) : none), [inputs, template])
  const timeZone = useRuleTimeZone(rootEntityId, terminalId, rule)
  const { data: batch } = useQuery({ ...openBatchQuery(sectorId ?? ''), enabled: sectorId !== null && may('batches.read') })
  return {
    engine,
    inputs,
    terminalId,
    offered,
    unavailable: !isPlaced || near === null ? 'unplaced' : error && close === none ? 'failed' : isFetched ? undefined : 'waiting',
    choices,
    knownOf: useMemo(() => createChoiceLookup(choices, named, home), [choices, named, home]),
    home,
    terminals: found,
    driven: useDrivenDevices(offered, template, rule?.id),
    timeZone,
    offset: offsetOf(timeZone, new Date(now)),
    today: dayOf(now, timeZone),
    batch: batch ? toBatchDay(batch) : undefined,
    attempt,
  }
}

/** Time zone of a rule: that of its terminal, otherwise that of its entity. */
function useRuleTimeZone(entityId: string | null, terminalId: string | null, rule: RuleDetails | undefined): string {
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
function useDrivenDevices(
  offered: readonly Choice[],
  template: Template | undefined,
  except: string | undefined,
): RuleFormData['driven'] {
  const outputs = template?.inputs.find(input => input.action === 'OUTPUT')
  const isScheduler = template?.category.kind === 'SCHEDULER'
  const rank = template && rankOf(template.category.id)
  const asked = outputs ? offered.filter(choice => fits(choice, outputs.filters, true)) : none
  const answers = useQueries({ queries: asked.map(choice => driversQuery(choice.id)) })
  const serialized = JSON.stringify(
    asked.flatMap((choice, at) => {
      const others = answers[at]?.data?.filter(({ id }) => id !== except) ?? none
      const bar = isScheduler ? others.find(({ kind }) => kind === 'SCHEDULER') : undefined
      const running = others.filter(({ runningVersion }) => runningVersion !== null)
      const rival = rank === 'alarm' ? undefined : running.find(other => rankOf(other.template) === rank)
      const by = bar ?? rival ?? running[0]
      return by ? [[choice.id, { rule: by.displayName, isBarred: bar !== undefined, isRival: rival !== undefined }]] : []
    }),
  )
  // safe: written above
  return useMemo(() => new Map(JSON.parse(serialized) as [string, Driver][]), [serialized])
}
