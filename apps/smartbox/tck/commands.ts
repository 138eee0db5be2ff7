import type { BoxValue, Command } from '@steading/contract/box/messages'
import type { TestPlatform } from '../test/platform.ts'
import type { Subject, Output } from './subject.ts'
import type { verdicts } from './verdicts.ts'
import { SECOND } from './watch.ts'
import type { watch } from './watch.ts'

/** What a box does with commands to its output: B15, B16, B18, B23, B25. */
export const examineCommands = async (
  platform: TestPlatform,
  { sensor, output: { spec, values, safe } }: Pick<Subject, 'sensor'> & { readonly output: Output },
  { expect, done }: Pick<ReturnType<typeof verdicts>, 'expect' | 'done'>,
  { sleep, waits, comes, came, session, answered, order, shown }: ReturnType<typeof watch>,
): Promise<void> => {
  const { ix } = spec
  const [value, other] = values
  waits('a command, and the same once more')
  const sound = await order(ix, value)
  expect('B15', sound.answer?.st === 'done', `a sound command: ${sound.answer?.st} ${sound.answer?.why}`)
  // Another one in between, so that doing the first again would show.
  await order(ix, other)
  await platform.send('dn/cmd', sound.command)
  const again = await answered(sound.command)
  expect('B16', JSON.stringify(again) === JSON.stringify(sound.answer), 'a repeated command gets another answer')
  await sleep(1.5 * SECOND)
  expect('B16', shown(ix) !== value, 'a repeated command was executed again')
  done('B16')
  const now = platform.clock.now()
  const refusals: readonly (readonly [string, number, BoxValue, Partial<Command>])[] = [
    ['session', ix, value, { sid: 'not-this-session' }],
    ['order', ix, value, { n: 1 }],
    ['clock', ix, value, { iss: now + 60 * SECOND }],
    ['late', ix, value, { iss: now - 60 * SECOND }],
    ['interface', 65_000, value, {}],
    ['direction', sensor.ix, 1, {}],
    ['type', ix, 'text', {}],
    ...(spec.max === null ? [] : [['range', ix, spec.max + 1, {}] as const]),
  ]
  waits('commands that must not be done')
  for (const [why, refusal, val, more] of refusals) {
    const { answer } = await order(refusal, val, more)
    expect('B15', answer?.why === why && answer.st !== 'done', `${why}: ${answer?.st ?? 'no answer'} ${answer?.why ?? ''}`)
  }
  done('B15')
  const strangers = { v: 2, id: 'V2', sid: platform.hellos.at(-1)?.sid, n: 10_000, if: ix, val: value, iss: now, ttl: 8000 }
  waits('messages of tomorrow')
  await platform.send('dn/cmd', strangers)
  await platform.send('dn/welcome', { of: 'another kind' })
  const unknownMember = { hold: 2 * SECOND, later: { of: 1 } }
  const strange = await platform.command(ix, value, unknownMember)
  expect('B25', (await answered(strange))?.st === 'done', 'a command with an unknown member is not executed')
  expect('B25', !platform.answers.some(one => one.id === 'V2'), 'a command of another version is answered')
  done('B25')
  waits('the end of a hold')
  expect('B18', await comes(() => shown(ix) === safe, 8 * SECOND), `after its hold the output shows ${shown(ix)}, not ${safe}`)
  done('B18')
  // The hold ends while there is no platform: what the output does then, history tells.
  waits('the box to come back from an outage in which a hold ended, and to tell so')
  await order(ix, value, { hold: 2 * SECOND })
  await comes(() => shown(ix) === value)
  const back = session()
  const from = platform.clock.mono()
  await platform.stop()
  await sleep(6 * SECOND)
  await platform.start()
  await back()
  const isTold = await comes(() => came(from, ix, 1, read => read === safe))
  expect('B23', isTold, 'no history shows that the output went back in the outage')
  done('B23')
}
