import type { BoxValue, InterfaceSpec } from '@steading/contract/box/messages'
import { coverage, DrillEffect, LIMITS, rangeOf, readRuleEffect, topicOf } from '@steading/contract/box/messages'
import type { TestPlatform } from '../test/platform.ts'
import { examineCommands } from './commands.ts'
import { wrongWaits } from './delays.ts'
import type { Subject } from './subject.ts'
import { verdicts } from './verdicts.ts'
import type { Row } from './verdicts.ts'
import { Gone, SECOND, watch } from './watch.ts'

/** Who is told how it goes on. */
export interface Progress {
  /** What is waited for from now on. */
  waits(what: string): void
  reached(row: Row): void
}

/** ms in which a box must say what stands once it is welcome, though it reads it once an hour. */
const PRESENT = 10 * SECOND

/**
 * Acts as the platform towards one box that is about to connect, and judges what it does. Takes about two minutes. `gone`: why
 * it ended early, if it did.
 */
export const examine = async (
  platform: TestPlatform,
  subject: Subject,
  progress: Progress = { waits: () => {}, reached: () => {} },
): Promise<{ readonly report: readonly Row[]; readonly gone: string | null }> => {
  const book = verdicts(row => progress.reached(row))
  try {
    await goThrough(platform, subject, book, progress)
    return { report: book.report(), gone: null }
  } catch (error) {
    if (!(error instanceof Gone)) throw error
    book.broken(error.message)
    return { report: book.report(), gone: error.message }
  }
}

/** The body of an alarm that any reading of the sensor makes true. */
const alarmOver = ({ id, type, every }: InterfaceSpec) => ({
  template: 'ALARM_WITHOUT_ACTUATION',
  id: '32',
  version: 1,
  timeZone: 'UTC',
  interfaces: [{ id, dataType: type, kind: 'GAUGE', every, decimals: 1 }],
  inputs: { lines: [{ interfaceId: id, logicOperator: 'GREATER', inputValue: -1_000_000 }] },
  event: { severityLevel: 'MAJOR' },
})

const goThrough = async (
  platform: TestPlatform,
  { uid, sensor, output, restart }: Subject,
  { expect, skip, done }: ReturnType<typeof verdicts>,
  progress: Progress,
): Promise<void> => {
  const box = watch(platform, what => progress.waits(what))
  const { sleep, waits, within, there, comes, batchesSince, session, reconnect, order, runs } = box
  const ifs = output ? [sensor, output.spec] : [sensor]
  const failsafe = output ? { [output.spec.ix]: output.safe } : {}

  skip('B12', 'needs 7 days without a platform')
  skip('B22', 'needs a configuration that crashes the box')
  if (!output) for (const name of ['B15', 'B16', 'B18', 'B23'] as const) skip(name, 'the box under test has no output')
  if (!restart) for (const name of ['B5', 'B17'] as const) skip(name, 'no way to restart the box was given')

  // The first session: no welcome, then no time.
  platform.welcomes = false
  platform.tellsTime = false
  waits('a box that says hello, two minutes')
  if (!(await within(120 * SECOND, () => platform.hellos.length > 0))) throw new Gone('no box came within two minutes')
  waits('three seconds of silence before the welcome')
  await sleep(3 * SECOND)
  const early = platform.log.filter(one => one.topic !== 'up/hello').map(one => one.topic)
  expect('B3', early.length === 0, `${early.join(', ')} came before any welcome`)
  platform.welcomes = true
  waits('the box to come back, and to be welcomed')
  await reconnect()
  const delays: number[] = []
  const first = await platform.configure(ifs, {}, failsafe)
  waits('its first configuration to run, and readings without a clock')
  await comes(() => runs(first.rev))
  await comes(() => platform.batches.length > 0)
  expect(
    'B14',
    platform.batches.every(batch => batch.q < 2),
    'q 2 without an answer to any up/time',
  )
  done('B14')
  if (output) {
    const { answer } = await order(output.spec.ix, output.values[0])
    expect('B15', answer?.why === 'clock', `without the platform's time: ${answer?.st} ${answer?.why}`)
  }
  platform.tellsTime = true
  waits('the box to come back, four times')
  for (let time = 0; time < 4; time++) delays.push((await reconnect()).delay)
  waits('readings with the time of the platform')
  await comes(() => platform.batches.at(-1)?.q === 2)

  // Configurations that must not run, and one that must in part.
  waits('configurations that must not run')
  const wrong = [
    ['signature', (part: Record<string, unknown>) => ({ ...part, sig: Buffer.alloc(64).toString('base64') }), uid],
    ['hash', (part: Record<string, unknown>) => ({ ...part, hash: `sha256:${'0'.repeat(64)}` }), uid],
    ['uid', undefined, 'anotherbox0000'],
  ] as const
  for (const [what, tamper, made] of wrong) {
    const { rev } = await platform.configure(ifs, {}, failsafe, tamper, made)
    await sleep(SECOND)
    await there()
    expect('B19', !platform.shadows.some(shadow => shadow.rev === rev), `a configuration with a wrong ${what} runs`)
  }
  done('B19')
  waits('a configuration that must run in part')
  const rule = { template: 'NO_SUCH_TEMPLATE', id: '31', version: 1, timeZone: 'UTC', interfaces: [], inputs: {} }
  const { rev } = await platform.configure(ifs, { '31': rule }, failsafe)
  const isReported = await comes(() => platform.shadows.some(shadow => shadow.rev === rev && shadow.rules['31'] !== undefined))
  const reported = platform.shadows.findLast(shadow => shadow.rev === rev)?.rules['31']
  expect('B21', isReported && reported?.st === 'error', 'a rule of an unknown template is not reported as an error')
  done('B21')
  await platform.again(first.rev)
  await sleep(SECOND)
  await there()
  expect('B20', runs(rev), `revision ${first.rev} runs after ${rev}`)
  done('B20')

  // An alarm that is always true: what the box says of it must be what the platform can read.
  waits('an alarm to open, and people to be told of it')
  const alarming = await platform.configure(ifs, { '32': alarmOver(sensor) }, failsafe)
  await comes(() => runs(alarming.rev) && platform.shadows.at(-1)?.rules['32'] !== undefined)
  const isAlarming = platform.shadows.at(-1)?.rules['32']?.st === 'on'
  if (isAlarming)
    for (const kind of ['EVENT_OPEN', 'EVENT_NOTIFY']) {
      const isSent = () => [...platform.events.values()].some(event => event.rule === '32' && event.kind === kind)
      expect('B27', await comes(isSent), `no ${kind} of an alarm that is true`)
    }
  await platform.configure(ifs, {}, failsafe)

  if (output) await examineCommands(platform, { sensor, output }, { expect, done }, box)

  await present()
  /** What is sent on change, and read but once an hour: only the welcome can make the box say it. */
  async function present() {
    const standing = ifs.map(spec => ({ ...spec, hist: 'DIFFERENT_VALUES' as const, every: 3600 }))
    const began = platform.clock.mono()
    const set = await platform.configure(standing, {}, failsafe)
    waits('the first value of what is sent on change')
    await comes(() => runs(set.rev))
    for (const { ix } of standing) await comes(() => box.came(began, ix, 0, () => true), PRESENT)
    const says = async (from: number, ix: number, address: string, when: string, holds: (value: BoxValue) => boolean) => {
      const isSaid = await comes(() => box.came(from, ix, 0, holds), PRESENT)
      expect('B26', isSaid, `${address}: its value did not come as present within ${PRESENT / SECOND} s of the welcome, ${when}`)
    }
    waits('what stands to be said after two welcomes, unchanged')
    for (let time = 0; time < 2; time++) {
      const { from } = await reconnect()
      for (const { ix, address } of standing) await says(from, ix, address, 'unchanged', () => true)
    }
    if (output) {
      waits('an output that changes while there is no platform to be said after the welcome')
      await order(output.spec.ix, output.values[0], { hold: 2 * SECOND })
      const back = session()
      await platform.stop()
      const from = platform.clock.mono()
      await sleep(5 * SECOND)
      await platform.start()
      await back()
      await says(from, output.spec.ix, output.spec.address, 'changed while it was away', value => value === output.safe)
    }
    done('B26')
    const { rev: usual } = await platform.configure(ifs, {}, failsafe)
    await comes(() => runs(usual))
  }

  // Nothing is acknowledged for a while, the connection breaks, and all of it must come again.
  platform.acknowledges = false
  const quiet = platform.clock.mono()
  const ackUpTo = platform.covered().upTo
  const wait = LIMITS.resend.first + 6 * SECOND
  waits(`batches to be sent again, ${wait / SECOND} s without an answer`)
  await sleep(wait)
  await there()
  const sent = batchesSince(quiet)
  const ranges = sent.flatMap(data => (rangeOf(data) ? [JSON.stringify(rangeOf(data))] : []))
  expect('B13', new Set(ranges).size <= LIMITS.window, `${new Set(ranges).size} batches under way`)
  expect('B8', new Set(ranges).size < ranges.length, `nothing was sent again within ${wait / SECOND} s`)
  const most = Math.max(0, ...sent.map(data => rangeOf(data)?.[1] ?? 0))
  waits('what was not acknowledged to come again, and the present before it')
  delays.push((await reconnect()).delay)
  const reopened = platform.clock.mono()
  platform.acknowledges = true
  const head = platform.hellos.at(-1)?.head ?? 1
  expect('B7', head <= ackUpTo + 1, `${ackUpTo + 1} to ${head - 1} are gone and were never acknowledged`)
  const isWhole = () => coverage.acknowledge(platform.covered()).upTo >= most && platform.covered().miss.length === 0
  expect('B7', await comes(isWhole, 60 * SECOND), `up to ${most} was sent and never acknowledged, and not all of it came again`)
  const live = await comes(() => batchesSince(reopened).some(data => data.h === 0), 10 * SECOND)
  expect('B11', live, 'no present reading within 10 s of the welcome')
  done('B7', 'B11')
  const old = new Set(sent.flatMap(data => rangeOf(data)?.[0] ?? []))
  const again = batchesSince(reopened).filter(data => old.has(rangeOf(data)?.[0] ?? -1))
  if (again.length === 0) skip('B10', 'nothing came again')
  else
    expect(
      'B10',
      again.every(data => data.h === 1),
      'what was measured before the connection came with h 0',
    )
  done('B10')

  // Passwords: one that does not work, and one that does.
  waits('the box to try a new password, and to come back with one that works')
  const old1 = 'w'.repeat(43)
  const fresh = 'n'.repeat(43)
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
  done('B24')

  if (restart) await restarted(restart)
  async function restarted(again: () => Promise<void>) {
    const [boot, last] = [platform.hellos.at(-1)?.boot ?? 0, platform.answers.findLast(one => one.st === 'done')]
    const back = session()
    waits('the box to be restarted')
    await again().catch((error: unknown) => {
      throw new Gone(`the restart command failed: ${error instanceof Error ? error.message : String(error)}`)
    })
    await back()
    const hello = platform.hellos.at(-1)
    waits('all that it had before the restart')
    await comes(() => platform.batches.at(-1)?.q === 2)
    await comes(() => platform.covered().miss.length === 0)
    expect('B5', (hello?.boot ?? 0) > boot && platform.conflicts === 0, `${platform.conflicts} numbers were used twice`)
    done('B5')
    if (!output || !last) return skip('B17', 'no command was done before')
    const { answer } = await order(output.spec.ix, output.values[0], { n: last.n })
    expect('B17', answer?.why === 'order', `a number of before the restart: ${answer?.st} ${answer?.why}`)
    done('B17')
  }

  // What the whole time tells.
  for (const effect of platform.events.values()) {
    const read = DrillEffect.safeParse(effect).success ? { ok: true as const } : readRuleEffect(effect)
    expect('B27', read.ok, read.ok ? '' : `${effect.kind} of rule ${effect.rule}: ${read.error}`)
  }
  if (platform.events.size === 0 && !isAlarming) skip('B27', 'the box does not run rules that alarm')
  done('B27')
  waits('holes to be explained')
  const isExplained = await comes(() => platform.covered().miss.length === 0, 30 * SECOND)
  expect('B9', isExplained, `never explained: ${JSON.stringify(platform.covered().miss)}`)
  for (const login of platform.logins) {
    const { will } = login
    const isOurs = login.clientId === uid && login.username === uid && login.clean
    const isWill = will?.topic === topicOf(uid, 'up/state') && will.qos === 1 && will.retain && will.payload.includes('"sid"')
    expect('B1', isOurs && isWill && login.keepalive <= LIMITS.keepalive, JSON.stringify({ ...login, password: undefined }))
  }
  const sids = platform.logins.map(({ will }) => will?.payload)
  expect('B2', new Set(sids).size === sids.length, 'a sid was used again')
  const waited = wrongWaits(delays)
  expect('B4', waited === null, waited ?? '')
  expect('B6', new Set(platform.hellos.map(hello => hello.epoch)).size === 1, 'the epoch changed, the store was not wiped')
  expect('B8', platform.conflicts === 0, `${platform.conflicts} numbers came with other content`)
  const big = platform.batches.filter(
    batch => JSON.stringify(batch).length > LIMITS.batchBytes || batch.r.length > LIMITS.readings,
  )
  expect('B13', big.length === 0, `${big.length} batches are too big`)
  expect('B3', platform.refusals.length === 0, `refused: ${platform.refusals.join('; ')}`)
  done('B1', 'B2', 'B3', 'B4', 'B6', 'B8', 'B9', 'B13')
}
