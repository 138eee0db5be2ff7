import type {
  Command,
  CommandAnswer,
  DownTopic,
  InterfaceSpec,
  MessageOf,
  UpTopic,
  Welcome,
} from '@steading/contract/box/messages'
import { createCommands, createOutputs, openLedger } from '../../apps/smartbox/src/actuation/index.ts'
import { createBus } from '../../apps/smartbox/src/platform/bus.ts'
import type { Clock } from '../../apps/smartbox/src/platform/clock.ts'
import type { Driver, Value } from '../../apps/smartbox/src/platform/driver.ts'
import { interfacesOf } from '../../apps/smartbox/src/platform/interfaces.ts'
import { createSync } from '../../apps/smartbox/src/platform/sync.ts'
import { createBoxTime } from '../../apps/smartbox/src/platform/time.ts'
import type { Random } from '../random.ts'
import type { Network, Weather } from './network.ts'
import type { Timeline } from './timeline.ts'

export interface VirtualBoxParts {
  readonly time: Timeline
  readonly random: Random
  /** True UTC ms at the beginning of time. */
  readonly epoch: number
  readonly network: Network
  readonly ledger: string
  readonly specs: readonly InterfaceSpec[]
  readonly onWrite: (address: string, value: Value) => void
  readonly onAnswer: (answer: CommandAnswer) => void
  readonly onCommand: (command: Command, sid: string | null) => void
}

const HELLO_AGAIN = 15_000

/**
 * The actuation of the box as it is (clock, ledger, judge, outputs, bus), in virtual time: it connects, is cut off, is switched
 * off in the middle of what it does, and starts again with what stood on its disk.
 */
export function virtualBox({ time, random, epoch, network, ledger, specs, onWrite, onAnswer, onCommand }: VirtualBoxParts) {
  const interfaces = interfacesOf(specs)
  let life: ReturnType<typeof live> | undefined
  let lives = 0
  let sessions = 0

  const live = () => {
    let isOn = true
    // Its own clock: set wrong, jumping, and a little fast or slow.
    const rate = 1 + random.between(-5e-5, 5e-5)
    const born = time.now()
    let skew = random.one([0, 0, 7_200_000, -7_200_000, -1_700_000_000_000])
    const clock: Clock = {
      now: () => epoch + time.now() + skew,
      mono: () => 1000 + (time.now() - born) * rate,
      after: (ms, run) => time.after(ms / rate, () => isOn && run()),
    }
    const driver: Driver = {
      start: () => Promise.resolve(),
      stop: () => Promise.resolve(),
      read: () => Promise.resolve([]),
      write: (address, value) => {
        onWrite(address, value)
        // A slow bus, now and then one that does not answer.
        const took = random.chance(0.1) ? random.between(2000, 12_000) : random.between(5, 400)
        const fails = random.chance(0.05)
        return new Promise((done, fail) =>
          clock.after(took, () => (fails ? fail(new Error('no answer from the device')) : done(value))),
        )
      },
    }
    let session: string | null = null
    let line: ReturnType<Network['connect']> | undefined
    let sid = ''
    let cancelHello = () => {}
    const boxTime = createBoxTime(clock)
    const outputs = createOutputs({
      bus: createBus(driver, clock),
      clock,
      log: () => undefined,
      interlock: () => null,
      reported: () => undefined,
      fell: () => undefined,
    })
    outputs.configure(interfaces, new Map([[0, 0]]), new Set())
    const say = <T extends UpTopic>(topic: T, message: MessageOf<T>) => {
      if (session !== null) line?.say(topic, message)
    }
    const commands = createCommands({
      ledger: openLedger(ledger),
      outputs,
      time: boxTime,
      log: () => undefined,
      session: () => session,
      spec: ix => interfaces.byIx.get(ix),
      interlock: () => null,
      outranked: () => null,
      answer: answer => {
        onAnswer(answer)
        say('up/ack', answer)
      },
      executed: () => undefined,
    })
    const sync = createSync(
      clock,
      boxTime,
      m => say('up/time', { m }),
      () => undefined,
    )

    const shut = () => {
      cancelHello()
      session = null
      sync.close()
    }
    const greet = () => {
      line?.say('up/hello', {
        v: 1,
        proto: [1],
        fw: 'sim',
        profile: 'FC-SMARTBOX-1',
        boot: lives,
        sid,
        epoch: lives,
        head: 1,
        tail: 0,
        rev: 0,
        hash: '',
        clk: boxTime.quality(),
        ifs: '',
        feat: [],
      })
      cancelHello = clock.after(HELLO_AGAIN, greet)
    }

    return {
      connect(weather: Weather) {
        sid = `session-${String(++sessions).padStart(6, '0')}`
        line = network.connect(sid, weather, greet)
      },
      hear(topic: DownTopic, message: unknown) {
        if (!isOn) return
        // safe, all of them: the server's own types stand behind what it publishes
        if (topic === 'dn/welcome' && (message as Welcome).sid === sid && line) {
          shut()
          session = sid
          sync.open()
        } else if (topic === 'dn/time' && session !== null) sync.answer(message as MessageOf<'dn/time'>)
        else if (topic === 'dn/cmd') {
          onCommand(message as Command, session)
          commands(message as Command)
        }
      },
      cut(halfOpen: boolean) {
        line?.cut(halfOpen)
        line = undefined
        shut()
      },
      stall: () => line?.stall(),
      jump: (ms: number) => void (skew += ms),
      die() {
        isOn = false
        line?.cut(true)
      },
    }
  }

  const start = () => {
    lives++
    life = live()
  }
  start()
  return {
    connect: (weather: Weather) => life?.connect(weather),
    hear: (topic: DownTopic, message: unknown) => life?.hear(topic, message),
    cut: (halfOpen: boolean) => life?.cut(halfOpen),
    stall: () => life?.stall(),
    jump: (ms: number) => life?.jump(ms),
    /** Power off and on: what runs ends in the middle, what stood on the disk stays. */
    reboot() {
      life?.die()
      start()
    },
    lives: () => lives,
  }
}
