import type { BoxValue, Command, CommandAnswer, Data, InterfaceSpec, State } from '@steading/contract/box'
import { coverage, eachItem, LIMITS, rangeOf, topicOf } from '@steading/contract/box'
import type { TestPlatform } from '../test/platform.ts'
import { verdicts } from './verdicts.ts'
import type { Row } from './verdicts.ts'

/** What the box under test has. Its sensor is read every second; its output, if it has one, shows what it is set to. */
export interface Subject {
  readonly uid: string
  readonly sensor: InterfaceSpec
  readonly output?: { readonly spec: InterfaceSpec; readonly values: readonly [BoxValue, BoxValue]; readonly safe: BoxValue }
  /** Stops the box the hard way and starts it again. */
  readonly restart?: () => Promise<void>
}

const sleep = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))
const SECOND = 1000

/** Acts as the platform towards one box that is about to connect, and judges what it does. Takes about a minute and a half. */
export const examine = async (platform: TestPlatform, { uid, sensor, output, restart }: Subject): Promise<Row[]> => {
  const { expect, skip, report } = verdicts()
  const ifs = output ? [sensor, output.spec] : [sensor]
  const failsafe = output ? { [output.spec.ix]: output.safe } : {}
  /** Whether it came to be, within ms. */
  const comes = async (holds: () => boolean, within = 20 * SECOND): Promise<boolean> => {
    for (const end = performance.now() + within; performance.now() < end; await sleep(20)) if (holds()) return true
    return holds()
  }
  const since = (at: number) => platform.log.filter(one => one.at >= at)
  const batchesSince = (at: number) => since(at).flatMap(one => (one.topic === 'up/data' ? [one.message as Data] : [])) // safe: its topic
  /** From now on: whether the box came into session again. */
  const session = () => {
    const there = () => platform.log.filter(one => one.topic === 'up/state' && (one.message as State).on).length // safe: its topic
    const before = there()
    return () => comes(() => there() > before, 40 * SECOND)
  }
  /** Breaks the connection and waits for the next session; ms until the box was back. */
  const reconnect = async (): Promise<number> => {
    const back = session()
    const [from, logins] = [performance.now(), platform.logins.length]
    platform.cut()
    await comes(() => platform.logins.length > logins, 10 * SECOND)
    const delay = (platform.logins[logins]?.at ?? Infinity) - from
    await back()
    return delay
  }
  const answered = async (command: Command): Promise<CommandAnswer | undefined> => {
    const count = platform.answers.filter(one => one.id === command.id).length
    await comes(() => platform.answers.filter(one => one.id === command.id).length > count, 3 * SECOND)
    return platform.answers.findLast(one => one.id === command.id)
  }
  const order = async (ix: number, val: BoxValue, more: Partial<Command> = {}) => {
    const command = await platform.command(ix, val, more)
    return { command, answer: await answered(command) }
  }
  const shown = (ix: number) => [...platform.readings.values()].findLast(one => one.ix === ix)?.value

  // The first session: no welcome, then no time.
  platform.welcomes = false
  platform.tellsTime = false
  if (!(await comes(() => platform.hellos.length > 0, 120 * SECOND))) return report()
  await sleep(3 * SECOND)
  const early = platform.log.filter(one => one.topic !== 'up/hello').map(one => one.topic)
  expect('B3', early.length === 0, `${early.join(', ')} came before any welcome`)
  platform.welcomes = true
  await reconnect()
  const delays: number[] = []
  const first = await platform.configure(ifs, {}, failsafe)
  const runs = (rev: number) => platform.shadows.at(-1)?.rev === rev
  await comes(() => runs(first.rev))
  await comes(() => platform.batches.length > 0)
  expect(
    'B14',
    platform.batches.every(one => one.q < 2),
    'q 2 without an answer to any up/time',
  )
  if (output) {
    const { answer } = await order(output.spec.ix, output.values[0])
    expect('B15', answer?.why === 'clock', `without the platform's time: ${answer?.st} ${answer?.why}`)
  }
  platform.tellsTime = true
  for (let time = 0; time < 4; time++) delays.push(await reconnect())
  await comes(() => platform.batches.at(-1)?.q === 2)

  // Configurations that must not run, and one that must in part.
  const wrong = [
    ['signature', (part: Record<string, unknown>) => ({ ...part, sig: Buffer.alloc(64).toString('base64') }), uid],
    ['hash', (part: Record<string, unknown>) => ({ ...part, hash: `sha256:${'0'.repeat(64)}` }), uid],
    ['uid', undefined, 'anotherbox0000'],
  ] as const
  for (const [what, tamper, made] of wrong) {
    const { rev } = await platform.configure(ifs, {}, failsafe, tamper, made)
    await sleep(SECOND)
    expect('B19', !platform.shadows.some(one => one.rev === rev), `a configuration with a wrong ${what} runs`)
  }
  const rule = { template: 'NO_SUCH_TEMPLATE', id: '31', version: 1, timeZone: 'UTC', interfaces: [], inputs: {} }
  const { rev } = await platform.configure(ifs, { '31': rule }, failsafe)
  const isReported = await comes(() => platform.shadows.some(one => one.rev === rev && one.rules['31'] !== undefined))
  const told = platform.shadows.findLast(one => one.rev === rev)?.rules['31']
  expect('B21', isReported && told?.st === 'error', 'a rule of an unknown template is not reported as an error')
  await platform.again(first.rev)
  await sleep(SECOND)
  expect('B20', runs(rev), `revision ${first.rev} runs after ${rev}`)

  if (output) await commands(output)
  else for (const name of ['B15', 'B16', 'B18', 'B23'] as const) skip(name, 'the box under test has no output')
  async function commands({ spec, values, safe }: NonNullable<Subject['output']>) {
    const { ix } = spec
    const [value, other] = values
    const done = await order(ix, value)
    expect('B15', done.answer?.st === 'done', `a sound command: ${done.answer?.st} ${done.answer?.why}`)
    // Another one in between, so that doing the first again would show.
    await order(ix, other)
    await platform.send('dn/cmd', done.command)
    const again = await answered(done.command)
    expect('B16', JSON.stringify(again) === JSON.stringify(done.answer), 'a repeated command gets another answer')
    await sleep(1.5 * SECOND)
    expect('B16', shown(ix) !== value, 'a repeated command was executed again')
    const now = Date.now()
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
    for (const [why, of, val, more] of refusals) {
      const { answer } = await order(of, val, more)
      expect('B15', answer?.why === why && answer.st !== 'done', `${why}: ${answer?.st ?? 'no answer'} ${answer?.why ?? ''}`)
    }
    await platform.send('dn/cmd', {
      v: 2,
      id: 'V2',
      sid: platform.hellos.at(-1)?.sid,
      n: 10_000,
      if: ix,
      val: value,
      iss: now,
      ttl: 8000,
    })
    await platform.send('dn/welcome', { of: 'another kind' })
    const strange = await platform.command(ix, value, { hold: 2 * SECOND, ...{ later: { of: 1 } } })
    expect('B25', (await answered(strange))?.st === 'done', 'a command with an unknown member is not executed')
    expect('B25', !platform.answers.some(one => one.id === 'V2'), 'a command of another version is answered')
    expect('B18', await comes(() => shown(ix) === safe, 8 * SECOND), `after its hold the output shows ${shown(ix)}, not ${safe}`)
    // The hold ends while there is no platform: what the output does then, history tells.
    await order(ix, value, { hold: 2 * SECOND })
    await comes(() => shown(ix) === value)
    const back = session()
    const from = performance.now()
    await platform.stop()
    await sleep(6 * SECOND)
    await platform.start()
    await back()
    const returned = () => {
      let found = false
      for (const data of batchesSince(from))
        eachItem(
          data,
          (_, of, ___, read) => void (found ||= data.h === 1 && of === ix && read === safe),
          () => {},
        )
      return found
    }
    expect('B23', await comes(returned), 'no history shows that the output went back in the outage')
  }

  // Nothing is acknowledged for a while, the connection breaks, and all of it must come again.
  platform.acknowledges = false
  const [quiet, kept] = [performance.now(), platform.covered().upTo]
  const wait = LIMITS.resend.first + 6 * SECOND
  await sleep(wait)
  const sent = batchesSince(quiet)
  const ranges = sent.flatMap(data => (rangeOf(data) ? [JSON.stringify(rangeOf(data))] : []))
  expect('B13', new Set(ranges).size <= LIMITS.window, `${new Set(ranges).size} batches under way`)
  expect('B8', new Set(ranges).size < ranges.length, `nothing was sent again within ${wait / SECOND} s`)
  const most = Math.max(0, ...sent.map(data => rangeOf(data)?.[1] ?? 0))
  delays.push(await reconnect())
  const reopened = performance.now()
  platform.acknowledges = true
  const head = platform.hellos.at(-1)?.head ?? 1
  expect('B7', head <= kept + 1, `${kept + 1} to ${head - 1} are gone and were never acknowledged`)
  const isWhole = () => coverage.acknowledge(platform.covered()).upTo >= most && platform.covered().miss.length === 0
  expect('B7', await comes(isWhole, 60 * SECOND), `up to ${most} was sent and never acknowledged, and not all of it came again`)
  const live = await comes(() => batchesSince(reopened).some(data => data.h === 0), 10 * SECOND)
  expect('B11', live, 'no present reading within 10 s of the welcome')
  const old = new Set(sent.flatMap(data => rangeOf(data)?.[0] ?? []))
  const again = batchesSince(reopened).filter(data => old.has(rangeOf(data)?.[0] ?? -1))
  if (again.length === 0) skip('B10', 'nothing came again')
  else
    expect(
      'B10',
      again.every(data => data.h === 1),
      'what was measured before the connection came with h 0',
    )

  // Passwords: one that does not work, and one that does.
  const [old1, fresh] = ['w'.repeat(43), 'n'.repeat(43)]
  for (const [password, works] of [
    [old1, false],
    [fresh, true],
  ] as const) {
    if (works) platform.passwords.add(password)
    const back = session()
    const from = platform.logins.length
    await platform.send('dn/cred', { v: 1, password })
    await back()
    const logins = platform.logins.slice(from)
    expect(
      'B24',
      logins.some(one => one.password === password),
      'a new password was not tried',
    )
    expect('B24', logins.at(-1)?.isKnown === true, works ? 'a new password was not kept' : 'the old password was forgotten')
  }

  if (restart) await restarted(restart)
  else for (const name of ['B5', 'B17'] as const) skip(name, 'no way to restart the box was given')
  async function restarted(again: () => Promise<void>) {
    const [boot, done] = [platform.hellos.at(-1)?.boot ?? 0, platform.answers.findLast(one => one.st === 'done')]
    const back = session()
    await again()
    await back()
    const hello = platform.hellos.at(-1)
    await comes(() => platform.batches.at(-1)?.q === 2)
    await comes(() => platform.covered().miss.length === 0)
    expect('B5', (hello?.boot ?? 0) > boot && platform.conflicts === 0, `${platform.conflicts} numbers were used twice`)
    if (!output || !done) return
    const { answer } = await order(output.spec.ix, output.values[0], { n: done.n })
    expect('B17', answer?.why === 'order', `a number of before the restart: ${answer?.st} ${answer?.why}`)
  }

  // What the whole time tells.
  for (const login of platform.logins) {
    const { will } = login
    const isOurs = login.clientId === uid && login.username === uid && login.clean
    const isWill = will?.topic === topicOf(uid, 'up/state') && will.qos === 1 && will.retain && will.payload.includes('"sid"')
    expect('B1', isOurs && isWill && login.keepalive <= LIMITS.keepalive, JSON.stringify({ ...login, password: undefined }))
  }
  const sids = platform.logins.map(({ will }) => will?.payload)
  expect('B2', new Set(sids).size === sids.length, 'a sid was used again')
  const inTime = delays.every(delay => delay >= 0.9 * SECOND && delay <= 3.5 * SECOND)
  const jitters = Math.max(...delays) - Math.min(...delays) > 60
  expect(
    'B4',
    inTime && jitters,
    `back after ${delays.map(delay => Math.round(delay)).join(', ')} ms: 1 to 2 s at random, please`,
  )
  expect('B6', new Set(platform.hellos.map(one => one.epoch)).size === 1, 'the epoch changed, the store was not wiped')
  expect('B8', platform.conflicts === 0, `${platform.conflicts} numbers came with other content`)
  const isExplained = await comes(() => platform.covered().miss.length === 0, 30 * SECOND)
  expect('B9', isExplained, `never explained: ${JSON.stringify(platform.covered().miss)}`)
  const big = platform.batches.filter(one => JSON.stringify(one).length > LIMITS.batchBytes || one.r.length > LIMITS.readings)
  expect('B13', big.length === 0, `${big.length} batches are too big`)
  expect('B3', platform.refusals.length === 0, `refused: ${platform.refusals.join('; ')}`)
  skip('B12', 'needs 7 days without a platform')
  skip('B22', 'needs a configuration that crashes the box')
  return report()
}
