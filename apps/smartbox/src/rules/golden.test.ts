import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readCase } from '@steading/rules/goldenCases'
import type { GoldenCase, ReadCase } from '@steading/rules/goldenCases'
import { describe, expect, it } from 'vitest'
import { virtualClock } from '../../test/virtual-clock.ts'
import { createBoxTime } from '../platform/time.ts'
import { createArbiter } from '../actuation/index.ts'
import { createEngine } from './engine.ts'

/** The golden cases of the rules, run as a box runs them: with its clock, its timers and its files. */
const folder = new URL('../../../../packages/rules/cases/', import.meta.url)
const cases = readdirSync(folder).flatMap(file =>
  // safe: the files are part of the rules package, which reads them as these
  (JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as GoldenCase[]).map(readCase),
)

/** Inputs that a box gives to its rules: good readings in their order, commands of people, time, writes that failed. */
const isLocal = ({ inputs }: ReadCase) =>
  inputs.every(
    (input, k) =>
      input.kind === 'TIMER' ||
      (input.kind === 'COMMAND' && input.value !== null && input.hold !== null && input.by === undefined) ||
      (input.kind === 'CONFIG' && Object.keys(input).every(name => ['kind', 'ts', 'unwritten'].includes(name))) ||
      (input.kind === 'READING' &&
        input.good &&
        inputs.findIndex(one => one.kind === 'READING' && one.interfaceId === input.interfaceId && one.ts === input.ts) === k),
  )
const local = cases.filter(isLocal)

const play = async ({ body, inputs, until }: ReadCase): Promise<unknown[]> => {
  const place = mkdtempSync(join(tmpdir(), 'golden-'))
  const start = inputs[0]?.ts ?? until
  const clock = virtualClock(start)
  const effects: unknown[] = []
  const engine = createEngine({
    path: join(place, 'rules.json'),
    time: createBoxTime(clock),
    clock,
    arbiter: createArbiter(),
    saveEvery: 86_400_000,
    log: () => {},
    actuate: (_, effect) => effects.push(effect),
    report: (event, ts) => effects.push({ ...event, ts }),
    failed: (_, why) => effects.push(why),
  })
  engine.load([{ id: body.id, ver: body.version, body }], {})
  for (const input of inputs) {
    await clock.pass(input.ts - clock.now())
    if (input.kind === 'READING') engine.reading(input.interfaceId, input.value)
    if (input.kind === 'COMMAND' && input.value !== null) engine.command(input.interfaceId, input.value, input.hold ?? 0)
    if (input.kind === 'CONFIG') for (const id of input.unwritten ?? []) engine.unwritten(id, body.id)
  }
  await clock.pass(until - clock.now() + 1)
  engine.stop()
  rmSync(place, { recursive: true })
  return effects
}

describe('golden cases on the box', () => {
  it('cover most of them', () => {
    expect(local.length).toBeGreaterThan(cases.length / 2)
  })

  it.each(local.map(one => [one.name, one] as const))('%s', async (_, one) => {
    const effects = await play(one)
    expect(effects).toMatchObject(one.expect)
    expect(effects).toHaveLength(one.expect.length)
  })
})
