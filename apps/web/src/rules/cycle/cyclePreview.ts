import { check } from '@steading/contract/http/problem'
import { RuleBody } from '@steading/contract/rules/body'
import type { Engine } from '@steading/contract/rules/ruleTemplates'
import type { Translate } from '@steading/locales/text'
import type { CurveBody } from './curve.ts'
import { type CycleValues, cycleProblems, ageDay, keysOf, entryAt } from '../values/cycleValues.ts'
import { problemWords } from '../../platform/api/failures.ts'

const sensor = { id: '1', dataType: 'DECIMAL', kind: 'GAUGE' } as const
const relay = { id: '2', dataType: 'BOOLEAN', kind: 'COMMAND' } as const
const level = { id: '2', dataType: 'DECIMAL', kind: 'COMMAND' } as const
const heater = { ...relay, id: '3' }

/** As if the rest of the rule were filled in. */
function sampleBody(engine: Engine, cycle: CycleValues, interpolation: unknown, minutes: number): unknown {
  const outputs =
    engine === 'CYCLE_DOUBLE_THERMOSTAT' ? { heatOutputs: ['3'], coolOutputs: ['2'] } : { outputs: ['2'], mode: 'COOL' }
  return {
    id: '1',
    version: 1,
    timeZone: 'UTC',
    offsets: [{ from: 0, minutes }],
    template: engine,
    interfaces: [sensor, engine === 'CYCLE_PROPORTIONAL' ? level : relay, heater],
    inputs: { ...outputs, sensors: ['1'], cycle, interpolation },
  }
}

/**
 * What there is to draw of a cycle while it is filled in; undefined until every value is there. `minutes`: how far local time is
 * ahead of UTC. The contract reads it as it would read the whole rule, whatever else is open yet.
 */
export function previewBody(engine: Engine, cycle: CycleValues, interpolation: unknown, minutes: number): CurveBody | undefined {
  const isReady = keysOf(cycle).every(key => key === 'preCycle' || key === 'dayOne' || ageDay(entryAt(cycle, key)) !== undefined)
  const { data: body } = RuleBody.safeParse(sampleBody(engine, cycle, interpolation, minutes))
  if (!isReady || !body) return undefined
  return 'inputs' in body && 'cycle' in body.inputs ? (body as CurveBody) : undefined // safe: bodies with a cycle are those of curves
}

/** Why there is nothing to draw: the first thing that is wrong with the cycle; `field` is the path below it. */
export function previewProblem(engine: Engine, cycle: CycleValues, interpolation: unknown, t: Translate) {
  const checked = check(RuleBody, sampleBody(engine, cycle, interpolation, 0))
  const head = 'inputs.cycle.'
  const found = checked.ok
    ? []
    : checked.problems
        .filter(problem => problem.field.startsWith(head))
        .map(problem => ({ field: problem.field.slice(head.length), words: problemWords(problem, t) }))
  return [...cycleProblems(cycle, t), ...found][0]
}
