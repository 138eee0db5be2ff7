import { randomBytes, randomInt } from 'node:crypto'
import { join } from 'node:path'
import { DRILL, LIMITS, SIREN } from '@steading/contract/box/messages'
import type { Hello, InterfaceSpec, AnyRuleEffect, RuleReport } from '@steading/contract/box/messages'
import { templateOf } from '@steading/rules/templates/index'
import {
  createArbiter,
  createCommands,
  createDrills,
  createOutputs,
  createSiren,
  forbidden,
  openLedger,
} from '../actuation/index.ts'
import { createBus } from '../platform/bus.ts'
import type { Clock } from '../platform/clock.ts'
import type { Credentials } from '../platform/credentials.ts'
import type { Driver, Value } from '../platform/driver.ts'
import { interfacesOf, isInRange } from '../platform/interfaces.ts'
import { createLink } from '../platform/link.ts'
import { reason } from '../platform/log.ts'
import type { Log } from '../platform/log.ts'
import { openStore } from '../platform/store.ts'
import { createSync } from '../platform/sync.ts'
import { createBoxTime } from '../platform/time.ts'
import { watchUpdate } from '../platform/update.ts'
import { createRecorder, createSampler, createSender } from '../readings/index.ts'
import type { Sampled } from '../readings/index.ts'
import { createEngine, createShadow, openSlots, validate } from '../rules/index.ts'
import type { SoundRule } from '../rules/index.ts'
import type { BoxSettings } from './settings.ts'

export interface Box {
  start(): void
  /** Leaves politely; everything is on disk on return. */
  stop(): Promise<void>
}

export interface BoxParts {
  /** Where the box keeps what it must not forget. */
  readonly folder: string
  readonly settings: Pick<BoxSettings, 'profile' | 'interlocks' | 'store'>
  readonly credentials: Credentials
  readonly driver: Driver
  readonly clock: Clock
  readonly log: Log
  readonly version: string
  readonly random?: () => number
}

/** ms until the driver is started again, or a write that failed is wanted again. */
const AGAIN = 10_000

/** Builds one box from its parts. */
export const createBox = ({
  folder,
  settings,
  credentials,
  driver,
  clock,
  log: print,
  version,
  random = Math.random,
}: BoxParts): Box => {
  const { uid } = credentials
  const { most } = settings.store
  const store = openStore(join(folder, 'store'), {
    newEpoch: () => randomInt(1, 2 ** 31 - 1),
    now: () => clock.now(),
    ...(most !== undefined && { most }),
  })
  const time = createBoxTime(clock, store.seen)
  const slots = openSlots(join(folder, 'rules'))
  const ledger = openLedger(join(folder, 'commands.json'))
  const bus = createBus(driver, clock)
  const arbiter = createArbiter()
  /** Last value of every address, for the interlocks. */
  const latest = new Map<string, Value>()
  let interfaces = interfacesOf([])
  let reports: Record<string, RuleReport> = {}
  let rules: readonly SoundRule[] = []
  /** Sirens that the box sounds by itself. */
  let sounding: readonly InterfaceSpec[] = []
  let isStopped = false
  let loggedAt = -Infinity

  const log: Log = (level, message) => {
    print(level, message)
    if (level === 'debug' || clock.mono() - loggedAt < LIMITS.logEvery) return
    const msg = message.slice(0, 1000).toWellFormed().replaceAll('\u0000', '')
    if (link.publish('up/log', { at: Math.max(0, time.utc()), lvl: level, msg })) loggedAt = clock.mono()
  }

  const take = (samples: readonly Sampled[]) => {
    recorder.readings(samples)
    for (const { spec, value } of samples) {
      latest.set(spec.address, value)
      if (isInRange(spec, value)) engine.reading(spec.id, value)
    }
  }

  const interlock = (spec: InterfaceSpec, value: Value) =>
    forbidden(settings.interlocks, spec.address, value, address => latest.get(address))

  const driven = () => {
    const outputs = rules.flatMap(({ body }) => templateOf(body).writes(body))
    return new Set([...outputs.flatMap(id => interfaces.byId.get(id)?.ix ?? []), ...sounding.map(({ ix }) => ix)])
  }

  const failsafe = () =>
    new Map(Object.entries(slots.current()?.document.failsafe ?? {}).map(([ix, value]) => [Number(ix), value]))

  const configureOutputs = () => {
    outputs.configure(interfaces, failsafe(), driven())
  }

  const apply = () => {
    const set = slots.current()
    const verdict = set ? validate(set.document, set.bodies, set.before) : { sound: [], reports: {} }
    interfaces = interfacesOf(set?.document.ifs ?? [])
    rules = verdict.sound
    reports = { ...verdict.reports }
    recorder.forget()
    engine.load(rules, set?.document.events ?? {})
    // After the last words of rules that left: the fail-safe value of what nobody drives counts more.
    configureOutputs()
    sampler.configure(interfaces)
    siren.configure(set?.document.siren)
    retell()
  }

  /** What only takes orders is never read: rules that begin learn what it was told last, before a restart too. */
  const retell = () => {
    const drivenNow = driven()
    const falls = (ix: number) => failsafe().has(ix) && !drivenNow.has(ix)
    for (const spec of interfaces.list) {
      if (spec.dir !== 'OUT') continue
      const value = latest.get(spec.address) ?? (falls(spec.ix) ? null : engine.ordered(spec.id))
      if (value !== null && isInRange(spec, value)) engine.reading(spec.id, value)
    }
  }

  /** Sets the sirens that sound, or did; those that an alarm of a rule has stay on. */
  const sound = (on: boolean) => {
    const before = sounding
    const ixs = on ? (slots.current()?.document.siren?.ixs ?? []) : []
    sounding = ixs.flatMap(ix => interfaces.byIx.get(ix) ?? [])
    const free = engine.claim(
      'siren',
      sounding.map(({ id }) => id),
    )
    for (const { id } of sounding) attempt(id, true)
    for (const { id } of before) if (free.includes(id) && !isSounding(id)) attempt(id, false)
  }
  const isSounding = (id: string) => sounding.some(one => one.id === id)

  const attempt = (id: string, on: boolean): void => {
    const spec = interfaces.byId.get(id)
    if (!spec || isStopped || isSounding(id) !== on) return
    outputs.byRule(spec, on).then(
      done => {
        if (done) engine.set(id, on)
        else clock.after(AGAIN, () => attempt(id, on))
      },
      (error: unknown) => log('error', `the siren ${spec.address}: ${reason(error)}`),
    )
  }

  const isSerious = (ruleId: string) => {
    const body = rules.find(rule => rule.id === ruleId)?.body
    return body !== undefined && 'event' in body && ['MAJOR', 'CRITICAL'].includes(body.event.severityLevel)
  }

  const report = (event: AnyRuleEffect, ts: number) => {
    const isKept = recorder.event(event, ts)
    if (isSerious(event.rule)) siren.reported(event, isKept ? store.tail() : null)
  }

  const hello = (sid: string): Hello => {
    const set = slots.current()
    return {
      v: 1,
      proto: [1],
      fw: version,
      profile: settings.profile,
      boot: store.boot,
      sid,
      epoch: store.epoch,
      head: store.head(),
      tail: store.tail(),
      rev: set?.document.rev ?? 0,
      hash: set?.hash ?? '',
      clk: time.quality(),
      ifs: set?.ifs ?? '',
      feat: [DRILL, SIREN],
      n: ledger.last(),
      dropped: store.dropped(),
    }
  }

  const sender = createSender(store, time, clock, data => link.publish('up/data', data))
  const recorder = createRecorder({
    store,
    time,
    clock,
    log,
    isOnline: () => link.session() !== null,
    appended: () => sender.poke(),
  })
  const sampler = createSampler(bus, clock, log, take)
  const outputs = createOutputs({
    bus,
    clock,
    log,
    interlock,
    reported: (spec, value) => take([{ spec, value }]),
    fell: (spec, value) => engine.set(spec.id, value),
  })

  const drive = async (rule: Pick<SoundRule, 'id'>, interfaceId: string, value: Value) => {
    const spec = interfaces.byId.get(interfaceId)
    if (!spec || isStopped) return
    if (await outputs.byRule(spec, value)) engine.written(interfaceId, value, rule.id)
    else clock.after(AGAIN, () => engine.unwritten(interfaceId, rule.id))
  }

  const engine = createEngine({
    path: join(folder, 'rules.json'),
    time,
    clock,
    log,
    arbiter,
    actuate: (rule, { interfaceId, value }) => {
      drive(rule, interfaceId, value).catch((error: unknown) => log('error', `rule ${rule.id}: ${reason(error)}`))
    },
    report,
    failed: ({ id }, why) => {
      const report = reports[id]
      if (report) reports[id] = { ...report, st: 'error', why: 'crash', err: why.slice(0, LIMITS.text) }
      rules = rules.filter(rule => rule.id !== id)
      configureOutputs()
      shadow.report()
    },
  })

  const commands = createCommands({
    ledger,
    outputs,
    time,
    log,
    session: () => link.session(),
    spec: ix => interfaces.byIx.get(ix),
    interlock,
    outranked: ({ id }) => engine.above(id),
    answer: answer => link.publish('up/ack', answer),
    executed: ({ id }, value, hold) => engine.command(id, value, hold),
  })

  const drills = createDrills({
    ledger,
    time,
    session: () => link.session(),
    report: (event, ts) => recorder.event(event, ts),
    answer: answer => link.publish('up/ack', answer),
  })

  const siren = createSiren({ path: join(folder, 'siren.json'), clock, now: () => time.utc(), log, sound })

  const shadow = createShadow({
    uid,
    signKey: credentials.signKey,
    slots,
    clock,
    log,
    send: report => link.publish('up/shadow', report),
    reports: () => reports,
    apply,
  })

  const sync = createSync(
    clock,
    time,
    m => link.publish('up/time', { m }),
    () => sender.synced(),
  )

  const update = watchUpdate(join(folder, 'update.json'), clock, () => link.present())

  const link = createLink({
    credentials,
    clock,
    log: print,
    random,
    newSid: () => randomBytes(12).toString('base64url'),
    hello,
    update: () => update.current(),
    opened: welcome => {
      sync.open()
      sender.opened(welcome)
      siren.acknowledged(sender.isHeld)
      recorder.resend()
      sampler.soon(({ hist }) => hist === 'DIFFERENT_VALUES')
      shadow.report()
    },
    closed: () => {
      sync.close()
      sender.closed()
    },
    on: {
      'dn/ack': ack => {
        sender.acknowledged(ack)
        siren.acknowledged(sender.isHeld)
      },
      'dn/cmd': order => ('drill' in order ? drills(order) : commands(order)),
      'dn/shadow': part => shadow.receive(part),
      'dn/time': answer => sync.answer(answer),
      'dn/cred': ({ password }) => {
        credentials.rotate(password)
        link.renew()
      },
    },
  })

  const startDriver = (): void => {
    if (isStopped) return
    driver.start().then(apply, (error: unknown) => {
      log('error', `the devices can't be reached: ${reason(error)}`)
      clock.after(AGAIN, startDriver)
    })
  }

  return {
    start: () => {
      startDriver()
      link.start()
      update.start()
    },
    stop: async () => {
      isStopped = true
      update.stop()
      sampler.stop()
      siren.stop()
      outputs.stop()
      engine.stop()
      await link.stop()
      await driver.stop()
      recorder.stop()
      store.close()
      shadow.stop()
    },
  }
}
