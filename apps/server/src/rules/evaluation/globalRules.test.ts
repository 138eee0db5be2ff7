import { RuleBody } from '@steading/contract/rules/body'
import { order } from '@steading/rules/inputs/input'
import type { Reading as Input } from '@steading/rules/inputs/input'
import { run } from '@steading/rules/run'
import { initial } from '@steading/rules/step'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { aFarm, data } from '../../../test/farm.ts'
import type { Api, Farm } from '../../../test/farm.ts'
import { aHouse, anInterface, aRule, tooHot } from '../../../test/rules.ts'
import type { House } from '../../../test/rules.ts'
import { eventually } from '../../../test/smtp.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'
import type { Handler, Reading } from '../../readings/index.ts'
import { globalRules } from './globalRules.ts'

const MINUTE = 60_000

describe('whenever the process dies', () => {
  let farm: Farm
  let rules: { id: string; body: RuleBody }[]
  let houses: [House, House]
  let time = Date.parse('2026-07-06T10:00:00Z')
  let mono = 0
  const start = time
  beforeAll(async () => {
    farm = await aFarm({ clock: { now: () => time, mono: () => mono } })
    houses = [await aHouse(farm), await aHouse(farm)]
    const made = []
    for (const permanenceTime of ['00:00', '00:02', '00:04'])
      made.push(
        await aRule(farm, {
          entityId: farm.at.Paul!,
          displayName: `After ${permanenceTime}`,
          ...tooHot(houses[0].temperature),
          inputs: {
            lines: houses.map(({ temperature: interfaceId }) => ({
              interfaceId,
              logicOperator: 'GREATER',
              inputValue: 30,
              permanenceTime,
              repetitionTime: '00:05',
            })),
          },
          deploy: true,
        }),
      )
    rules = await Promise.all(
      made.map(async id => {
        const row = await farm.world.db.work(farm.system, work =>
          work.sql.selectFrom('rules').select('body').where('id', '=', id).executeTakeFirstOrThrow(),
        )
        return { id, body: RuleBody.parse(row.body) }
      }),
    )
    await farm.world.owner.query(
      'create table done (n bigint generated always as identity, rule text, key text); grant all on done to steading_app',
    )
    await farm.app.stop()
  })
  afterAll(() => farm.world.close())

  const random = (seed: number) => () => {
    seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32
    return seed / 2 ** 32
  }

  /** Kills the process at random and compares the effects; returns the number of kills. */
  const producesOnce = async (seed: number, minutes = 120) => {
    const chance = random(seed)
    await farm.world.owner.query('truncate done; delete from journal; delete from history; delete from rule_states')
    time = start
    /** What the boxes measure, in the groups in which it is stored. */
    const groups: Reading[][] = []
    const inputs: Input[] = []
    const hot = [false, false]
    for (let minute = 1; minute <= minutes; minute++) {
      const group: Reading[] = []
      for (const [box, { temperature }] of houses.entries()) {
        if (chance() < 0.2) hot[box] = !hot[box]
        const value = hot[box] ? 33 : 27
        const ts = start + minute * MINUTE + box * 7_000
        group.push({ interfaceId: Number(temperature), ts, epoch: 1, seq: minute, value, text: null, flags: 16 })
        inputs.push({ kind: 'READING', ts, interfaceId: temperature, seq: minute, value, good: true })
      }
      // Some groups travel apart, and not in order.
      if (chance() < 0.3) groups.push([group[1]!], [group[0]!])
      else groups.push(group)
    }
    const end = start + minutes * MINUTE + 7_000
    const expected = rules.map(({ id, body }) => ({
      id,
      keys: run(body, inputs.toSorted(order), end, initial(body, start))
        .effects.filter(effect => effect.kind !== 'ACTUATE' && effect.ts < end - 7_000)
        .map(effect => effect.key),
    }))
    expect(expected.every(({ keys }) => keys.length > 5)).toBe(true)

    let place = 0
    let cursor = 0
    let deaths = 0
    const live = () => {
      let handler: Handler | undefined
      let failing = false
      const part = globalRules(
        { ...farm.world, bus: { on: () => () => undefined, emit: () => undefined, settled: async () => {} } },
        {
          follow: (name, handle) => {
            handler = handle
            return {
              name,
              cursor: () => cursor,
              wake: () => undefined,
              start: async () => undefined,
              stop: async () => undefined,
              trouble: () => undefined,
            }
          },
          settled: () => place,
        },
        {
          // Nothing here forgives a second time.
          apply: async (work, all) => {
            if (failing && all.size > 0) throw new Error('the database is in trouble')
            for (const [rule, effects] of all)
              for (const { effect } of effects)
                await work.sql
                  .insertInto('done' as never)
                  .values({ rule, key: effect.key })
                  .execute()
          },
        },
        { notify: async () => [] },
      )
      return {
        part,
        fail: (now: boolean) => void (failing = now),
        take: (work: UnitOfWork, chunk: { from: number; to: number; readings: readonly Reading[] }) => handler!(work, chunk),
      }
    }
    let process = live()
    await process.part.stop()
    for (const readings of groups) {
      place++
      await farm.world.owner.query(
        `insert into journal (ts, seq, pos, value, interface_id, epoch, flags) select ts, seq, $1, value, id, 1, 16
         from unnest($2::timestamptz[], $3::int8[], $4::float8[], $5::int4[]) as r (ts, seq, value, id)`,
        [
          place,
          readings.map(reading => new Date(reading.ts)),
          readings.map(reading => reading.seq),
          readings.map(reading => reading.value),
          readings.map(reading => reading.interfaceId),
        ],
      )
      time = Math.max(time, ...readings.map(reading => reading.ts))
      mono += 500 + chance() * 3_000
      const chunk = { from: cursor, to: place, readings }
      for (;;) {
        const fate = chance()
        process.fail(fate < 0.05)
        // Dead before the commit, or just after it; or the commit alone fails, and the process goes on.
        const work = farm.world.db
          .work(farm.system, async unitOfWork => {
            await process.take(unitOfWork, chunk)
            if (fate >= 0.05 && fate < 0.2) throw new Error('gone')
          })
          .then(
            () => true,
            () => false,
          )
        const committed = await work
        process.fail(false)
        if (committed) cursor = place
        if (fate < 0.02 || (fate >= 0.1 && fate < 0.25)) {
          deaths++
          process = live()
        } else if (chance() < (committed ? 0.2 : 0.7)) await process.part.stop()
        if (committed) break
      }
    }
    time = end
    mono += 31_000
    await process.part.stop()
    const { rows } = await farm.world.owner.query<{ rule: string; key: string }>('select rule, key from done order by n')
    for (const { id, keys } of expected) {
      const did = rows.filter(row => row.rule === id).map(row => row.key)
      expect(new Set(did).size).toBe(did.length)
      expect(did.slice(0, keys.length)).toEqual(keys)
    }
    return deaths
  }

  test('every rule produces each effect of an hour exactly once', async () => {
    expect(await producesOnce(1, 60)).toBeGreaterThan(5)
  })
  test.each([1, 2, 3])('every rule produces each effect exactly once (seed %i)', { tags: ['nightly'] }, async seed => {
    expect(await producesOnce(seed)).toBeGreaterThan(10)
  })
})

describe('a rule over two boxes', () => {
  let farm: Farm
  let manager: Api
  let email: string
  let time = Math.ceil(Date.now() / 86_400_000) * 86_400_000
  let mono = 0
  let boxes: [House, House]
  let rule: string
  let seq = 0
  beforeAll(async () => {
    farm = await aFarm({
      clock: { now: () => time, mono: () => mono },
      settings: { SESSION_HOURS: '720', IDLE_MINUTES: '1440', REQUEST_MINUTES: '1440' },
    })
    email = await farm.person('Paul')
    await farm.world.db.work(farm.system, async work => {
      const { id } = await work.sql.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
      await work.sql.insertInto('responsibles').values({ entity_id: farm.at.Paul!, user_id: id }).execute()
    })
    manager = farm.api(await farm.login(email))
    boxes = [await aHouse(farm), await aHouse(farm, 'Paul', 'House 2')]
    const of = tooHot(boxes[0].temperature)
    rule = await aRule(farm, {
      entityId: farm.at.Paul!,
      displayName: 'Hot anywhere',
      ...of,
      inputs: {
        lines: boxes.map(({ temperature }) => ({ ...of.inputs.lines[0]!, interfaceId: temperature, permanenceTime: '00:02' })),
      },
    })
    data(await manager.rules.deploy({ body: { ids: [rule] } }))
  })
  afterAll(() => farm.close())

  /** A reading of each box at an instant, as they send it. */
  const measure = async (ts: number, values: readonly (number | null)[], h: 0 | 1 = 0) => {
    time = Math.max(time, ts)
    for (const [at, value] of values.entries()) {
      const { terminalId, temperature } = boxes[at]!
      const { ix } = await farm.world.db.work(farm.system, work =>
        work.sql.selectFrom('interfaces').select('ix').where('id', '=', temperature).executeTakeFirstOrThrow(),
      )
      if (value === null) continue
      await farm.app.services.journal.store({
        terminalId,
        receivedAt: time,
        data: { v: 1, e: 1, s: ++seq, t: ts, q: 2, h, r: [[ix, 0, value]] },
      })
    }
  }
  const takenIn = async () => {
    await eventually(
      () =>
        farm.world.db.work(farm.system, async work => {
          const row = await work.sql.selectFrom('projections').select('pos').where('name', '=', 'rules').executeTakeFirst()
          return Number(row?.pos ?? -1)
        }),
      pos => pos >= farm.app.services.journal.settled(),
    )
  }
  /** The evaluator looks at what time brought. */
  const tick = async () => {
    await takenIn()
    const part = farm.app.services.rules.parts.find(one => one.name === 'global rules')!
    await part.stop()
    await part.start()
  }
  const events = () =>
    farm.world.db.work(farm.system, work =>
      work.sql.selectFrom('events').selectAll().where('rule_id', '=', rule).where('source', '=', 'RULE').orderBy('id').execute(),
    )
  const storedNotifications = () =>
    farm.world.db.work(farm.system, work => work.sql.selectFrom('notifications').selectAll().orderBy('id').execute())

  test('opens an event, notifies once and closes it', async () => {
    const t = time
    await measure(t, [25, 25])
    await tick()
    await measure(t + MINUTE, [33, 25])
    await measure(t + 2 * MINUTE, [33, 25])
    await measure(t + 3 * MINUTE, [33, 25])
    await measure(t + 3 * MINUTE + 1, [33, 25])
    const [open] = await eventually(events, rows => rows.length === 1)
    expect(open).toMatchObject({
      status: 'OPEN',
      terminal_id: null,
      rule_name: 'Hot anywhere',
      open_date: new Date(t + 3 * MINUTE),
    })
    const details = data(await manager.events.details({ params: { id: open!.id } }))
    expect(details.causes).toMatchObject([{ interfaceId: boxes[0].temperature, value: 33, permanence: 120 }])
    expect(await storedNotifications()).toMatchObject([{ recipient: email, state: 'KEPT' }])
    await measure(t + 4 * MINUTE, [25, 25])
    await measure(t + 6 * MINUTE, [25, 25])
    await eventually(events, ([row]) => row?.status === 'CLOSED' && row.close_date?.getTime() === t + 5 * MINUTE)
  })

  test('does not wait longer than 30 s for the other box', async () => {
    const t = time + 60 * MINUTE
    const before = (await events()).length
    await measure(t, [33, null])
    await measure(t + 2 * MINUTE, [33, null])
    await tick()
    expect(await events()).toHaveLength(before)
    mono += 30_000
    time = t + 2 * MINUTE + 30_000
    await tick()
    const row = (await eventually(events, rows => rows.length === before + 1)).at(-1)!
    expect(row.open_date).toEqual(new Date(t + 2 * MINUTE))
    await measure(t + 3 * MINUTE, [25, 25])
    await measure(t + 6 * MINUTE, [25, 25])
    await eventually(events, rows => rows.at(-1)!.status === 'CLOSED')
  })

  test('replayed history of an outage makes one past event without notifications', async () => {
    const t = time + 60 * MINUTE
    const before = (await events()).length
    const mails = (await storedNotifications()).length
    // The other box was there all the time; this one comes back, and tells later what it kept.
    for (let minute = 0; minute <= 40; minute += 5) await measure(t + minute * MINUTE, [null, 25])
    await measure(t + 41 * MINUTE, [25, 25])
    await measure(t + 42 * MINUTE, [25, 25])
    for (let minute = 1; minute <= 10; minute++) await measure(t + minute * MINUTE, [minute < 6 ? 34 : 25, null], 1)
    for (let minute = 20; minute <= 30; minute++) await measure(t + minute * MINUTE, [minute < 25 ? 34 : 25, null], 1)
    await tick()
    expect(await events()).toHaveLength(before)
    mono += 31_000
    await tick()
    const found = await events()
    expect(found).toHaveLength(before + 1)
    expect(found.at(-1)).toMatchObject({
      is_historic: true,
      status: 'CLOSED',
      open_date: new Date(t + 3 * MINUTE),
      close_date: new Date(t + 7 * MINUTE),
      notifications: 0,
    })
    expect(await storedNotifications()).toHaveLength(mails)
    mono += 31_000
    await tick()
    expect(await events()).toHaveLength(before + 1)
  })

  test('an alarm that began in an outage and is ongoing becomes a normal event', async () => {
    const t = time + 60 * MINUTE
    const before = (await events()).length
    const mails = (await storedNotifications()).length
    await measure(t, [25, 25])
    await measure(t + 10 * MINUTE, [34, 25])
    await measure(t + 11 * MINUTE, [34, 25])
    for (let minute = 1; minute < 10; minute++) await measure(t + minute * MINUTE, [34, null], 1)
    await tick()
    expect(await events()).toHaveLength(before)
    mono += 31_000
    await tick()
    const open = (await events()).at(-1)!
    expect(open).toMatchObject({ is_historic: false, status: 'OPEN', open_date: new Date(t + 3 * MINUTE), notifications: 1 })
    expect(await storedNotifications()).toHaveLength(mails + 1)
    await measure(t + 12 * MINUTE, [25, 25])
    await measure(t + 14 * MINUTE, [25, 25])
    await eventually(events, rows => rows.at(-1)!.status === 'CLOSED' && rows.length === before + 1)
  })

  test('knows what people decide about its event', async () => {
    const t = time + 60 * MINUTE
    const before = (await events()).length
    for (let minute = 0; minute <= 3; minute++) await measure(t + minute * MINUTE, [34, 25])
    const { id, version } = (await eventually(events, rows => rows.length === before + 1)).at(-1)!
    const mails = (await storedNotifications()).length
    data(await manager.events.setStatus({ params: { id }, body: { status: 'PENDING', version } }))
    // It repeats each half hour; acknowledged at 3 min, the pause ends at 18 min, with people above told too.
    for (let minute = 4; minute <= 17; minute++) await measure(t + minute * MINUTE, [34, 25])
    await tick()
    expect(await storedNotifications()).toHaveLength(mails)
    for (let minute = 18; minute <= 20; minute++) await measure(t + minute * MINUTE, [34, 25])
    await eventually(storedNotifications, rows => rows.length === mails + 1)
    const row = (await events()).at(-1)!
    expect(row.status).toBe('PENDING')
    await measure(t + 21 * MINUTE, [25, 25])
    await measure(t + 23 * MINUTE, [25, 25])
    await eventually(events, rows => rows.at(-1)!.status === 'CLOSED')
  })

  test('a rule that the engine cannot run ends in error and holds up no other', async () => {
    const before = (await events()).length
    const broken = await aRule(farm, { entityId: farm.at.Paul!, displayName: 'Broken', ...tooHot(boxes[0].temperature) })
    await farm.world.owner.query(`update rules set body = body || '{"interfaces": []}' where id = $1`, [broken])
    data(await manager.rules.deploy({ body: { ids: [broken] } }))
    const t = time + 60 * MINUTE
    await measure(t, [25, 25])
    await tick()
    for (let minute = 1; minute <= 4; minute++) await measure(t + minute * MINUTE, [34, 25])
    await eventually(events, rows => rows.length === before + 1)
    expect(data(await manager.rules.details({ params: { id: broken } }))).toMatchObject({ deploymentStatus: 'ERROR' })
    await measure(t + 5 * MINUTE, [25, 25])
    await measure(t + 7 * MINUTE, [25, 25])
    await eventually(events, rows => rows.at(-1)!.status === 'CLOSED')
  })

  test('an undeployed rule produces no effects and drops its state', async () => {
    const t = time + 60 * MINUTE
    const before = (await events()).length
    data(await manager.rules.undeploy({ body: { ids: [rule] } }))
    await tick()
    for (let minute = 0; minute <= 4; minute++) await measure(t + minute * MINUTE, [34, 34])
    await tick()
    expect(await events()).toHaveLength(before)
    const { rowCount } = await farm.world.owner.query('select 1 from rule_states where rule_id = $1', [rule])
    expect(rowCount).toBe(0)
  })
})

describe('a rule over sensors that send on change', () => {
  let farm: Farm
  let manager: Api
  let house: House
  let rain: string
  let time = Math.ceil(Date.now() / 86_400_000) * 86_400_000
  let mono = 0
  let seq = 0
  beforeAll(async () => {
    farm = await aFarm({
      clock: { now: () => time, mono: () => mono },
      settings: { SESSION_HOURS: '720', IDLE_MINUTES: '1440', REQUEST_MINUTES: '1440' },
    })
    manager = farm.api(await farm.login(await farm.person('Paul')))
    house = await aHouse(farm)
    rain = await anInterface(farm, house.terminalId, 'House 1', 'RAIN', 'Rain')
  })
  afterAll(() => farm.close())

  const measure = (ts: number, id: string, value: number | boolean) => measureAll(ts, { [id]: value })
  /** Readings of one instant, in one message. */
  const measureAll = async (ts: number, values: Readonly<Record<string, number | boolean>>) => {
    const { rows } = await farm.world.owner.query<{ id: string; ix: number }>(
      'select id, ix from interfaces where id = any($1::bigint[])',
      [Object.keys(values)],
    )
    await farm.app.services.journal.store({
      terminalId: house.terminalId,
      receivedAt: time,
      data: { v: 1, e: 1, s: seq + 1, t: ts, q: 2, h: 0, r: rows.map(({ id, ix }) => [ix, 0, values[id]!]) },
    })
    seq += rows.length
  }
  const tick = async () => {
    await takenIn()
    const part = farm.app.services.rules.parts.find(one => one.name === 'global rules')!
    await part.stop()
    await part.start()
  }
  /** The evaluator has taken in all that is stored. */
  const takenIn = () =>
    eventually(
      async () => Number((await farm.world.owner.query(`select pos from projections where name = 'rules'`)).rows[0].pos),
      pos => pos >= farm.app.services.journal.settled(),
    )
  /** Minutes in which the box is heard. */
  const pass = async (minutes: number) => {
    for (let minute = 0; minute < minutes; minute++) {
      time += MINUTE
      mono += MINUTE
      if (minute % 4 === 0 || minute === minutes - 1) await measure(time, house.temperature, 20)
    }
    await tick()
  }
  const dry = (displayName: string, more: object = {}) =>
    aRule(farm, {
      entityId: farm.at.Paul!,
      displayName,
      ...tooHot(rain),
      ...more,
      template: 'CLOUD_ALARM',
      inputs: {
        lines: [{ interfaceId: rain, logicOperator: 'EQUAL', inputValue: false, permanenceTime: '00:00', notificationLimit: 3 }],
      },
    })
  /** Deploys a rule until the test has ended, however it ends. */
  const deploy = async (rule: string) => {
    data(await manager.rules.deploy({ body: { ids: [rule] } }))
    onTestFinished(async () => void data(await manager.rules.undeploy({ body: { ids: [rule] } })))
  }
  const events = (rule: string) =>
    farm.world.db.work(farm.system, work =>
      work.sql.selectFrom('events').selectAll().where('rule_id', '=', rule).orderBy('id').execute(),
    )
  const look = async (rule: string) => {
    await tick()
    return events(rule)
  }
  const hasState = async (rule: string) => {
    await tick()
    return (await farm.world.owner.query('select 1 from rule_states where rule_id = $1', [rule])).rowCount === 1
  }

  test('knows at once what holds, and raises no fault', async () => {
    await measure(time, rain, false)
    await pass(60)
    const rule = await dry('Dry')
    await deploy(rule)
    await eventually(
      () => look(rule),
      rows => rows.length === 1,
    )
    expect(await events(rule)).toMatchObject([{ source_key: `${rule}:${time}`, status: 'OPEN' }])
    await pass(40)
    expect(await events(rule)).toHaveLength(1)
  })

  test('takes events that were in progress when it is deployed', async () => {
    await measure(time + MINUTE, rain, true)
    await pass(60)
    const rule = await dry('Dry, told late')
    await deploy(rule)
    await eventually(() => hasState(rule), Boolean)
    expect(await events(rule)).toEqual([])
    await measure(time - 2000, rain, false)
    const later = () => {
      mono += 31_000
      time += 1000
      return look(rule)
    }
    await eventually(later, rows => rows.length === 1)
  })

  /** PUT …/inputs: from now on it waits for this. */
  const becomes = async (id: string, inputValue: boolean, more: object = {}) => {
    const { version } = data(await manager.rules.details({ params: { id } }))
    const line = { interfaceId: rain, logicOperator: 'EQUAL', inputValue, permanenceTime: '00:00', notificationLimit: 3, ...more }
    const inputs = [{ id: 'lines', value: [line] }]
    const saved = data(await manager.rules.editInputs({ params: { id }, body: { inputs, version, deployRule: true } }))
    expect(saved.rule.deploymentStatus).toBe('DEPLOYED')
  }

  test('applies a changed condition at once to the last known values', async () => {
    await measure(time + MINUTE, rain, false)
    await pass(2)
    const rule = await dry('Wet, then dry')
    await deploy(rule)
    await eventually(
      () => look(rule),
      rows => rows.length === 1,
    )
    await pass(3)
    await becomes(rule, true)
    await tick()
    await pass(2)
    await eventually(
      () => look(rule),
      ([row]) => row?.status === 'CLOSED',
    )
    await pass(20)
    await becomes(rule, false)
    const changed = time
    await eventually(
      () => look(rule),
      rows => rows.length === 2,
    )
    // Not from when it became dry, nor from when engine time stood: the condition is of now.
    expect((await events(rule))[1]!.open_date.getTime()).toBeGreaterThanOrEqual(changed)
    // The ledger's way back is the same.
    await becomes(rule, true)
    await pass(2)
    await pass(20)
    const { version } = data(await manager.rules.details({ params: { id: rule } }))
    data(await manager.ledger.return({ params: { id: rule, ruleVersion: 3 }, body: { version, deployRule: true } }))
    await eventually(
      () => look(rule),
      rows => rows.at(-1)!.status === 'OPEN' && rows.length === 3,
    )
  })

  test('starts with fresh state after undeploy and deploy', async () => {
    const rule = await dry('In and out')
    for (let round = 1; round <= 4; round++) {
      data(await manager.rules.deploy({ body: { ids: [rule] } }))
      await eventually(
        () => look(rule),
        rows => rows.length === round && rows.at(-1)!.status === 'OPEN',
      )
      // In the memory alone: not yet kept.
      await pass(1)
      await measure(time, rain, false)
      await takenIn()
      data(await manager.rules.undeploy({ body: { ids: [rule] } }))
      // Every other time it is back before anybody looked.
      if (round % 2 === 0) continue
      expect(await hasState(rule)).toBe(false)
      await eventually(
        () => look(rule),
        rows => rows.every(row => row.status === 'CLOSED'),
      )
    }
  })

  test('applies a changed interval to missing readings once the box has it', async () => {
    const rule = await aRule(farm, {
      entityId: farm.at.Paul!,
      displayName: 'Hot',
      ...tooHot(house.temperature),
      template: 'CLOUD_ALARM',
      inputs: { lines: [{ interfaceId: house.temperature, logicOperator: 'GREATER', inputValue: 30 }] },
    })
    await deploy(rule)
    await pass(1)
    const every = async (seconds: number) => {
      const params = { e: house.entityId, t: house.terminalId, i: house.temperature }
      const { rows } = await farm.world.owner.query(`select version from interfaces where id = $1`, [house.temperature])
      const { version } = rows[0]
      data(await manager.interfaces.edit({ params, body: { version, every: seconds, historyConfiguration: 'ALL_VALUES' } }))
    }
    /** Minutes without a word of the thermometer. */
    const quiet = async (minutes: number) => {
      for (let minute = 0; minute < minutes; minute += 2) {
        time += 2 * MINUTE
        mono += 2 * MINUTE
        await measure(time, rain, false)
        await tick()
      }
    }
    const faults = async () => (await events(rule)).map(row => row.title)
    await every(3600)
    await quiet(40)
    expect(await faults()).toEqual([])
    await every(60)
    await quiet(40)
    expect(await faults()).toEqual([])
    await farm.world.owner.query('update terminal_links set reported_rev = desired_rev')
    await quiet(12)
    expect(await faults()).toEqual([])
    await quiet(12)
    expect(await faults()).toHaveLength(1)
  })

  test('compares the rate of a sum of two meters that are read each half hour, without a fault', async () => {
    const category = 'WATER_COUNTER'
    const meter = (name: string) => anInterface(farm, house.terminalId, 'House 1', category, name)
    const sourceIds = [await meter('Slow north'), await meter('Slow south')]
    await farm.world.owner.query('update interfaces set every = 1800 where id = any ($1)', [sourceIds])
    const { terminalId, sectorId: entityId } = house
    const virtual = { operation: 'SUM' as const, sourceIds }
    const body = { displayName: 'Both', terminalId, entityId, category, virtual } as const
    const { id: sum } = data(await manager.interfaces.create({ body }))
    const rule = await aRule(farm, {
      entityId: farm.at.Paul!,
      displayName: 'Burst pipe',
      ...tooHot(sum),
      template: 'CLOUD_ALARM',
      inputs: { lines: [{ interfaceId: sum, logicOperator: 'GREATER', inputValue: 500, permanenceTime: '00:00' }] },
    })
    data(await manager.rules.deploy({ body: { ids: [rule] } }))
    onTestFinished(async () => void data(await manager.rules.undeploy({ body: { ids: [rule] } })))
    let register = 1000
    /** Half hours in which each meter counts so many litres. */
    const halfHours = async (...counted: readonly number[]) => {
      for (const litres of counted) {
        register += litres
        await measureAll(time, Object.fromEntries(sourceIds.map(id => [id, register])))
        await pass(30)
      }
    }
    await halfHours(0, 50, 50, 50)
    expect(await events(rule)).toEqual([])
    await halfHours(250, 250)
    expect((await events(rule)).map(({ source, status }) => [source, status])).toEqual([['RULE', 'OPEN']])
  })

  test('knows what holds after the platform was away for long', async () => {
    await pass(1)
    await measure(time, rain, true)
    await takenIn()
    const rule = await dry('Dry, after a stop')
    data(await manager.rules.deploy({ body: { ids: [rule] } }))
    await eventually(() => hasState(rule), Boolean)
    await farm.app.stop()
    await farm.world.owner.query('update rule_states set alive_at = $1', [new Date(time)])
    time += 60 * MINUTE
    mono += 60 * MINUTE
    const done: string[] = []
    const { rows } = await farm.world.owner.query<{ pos: string }>('select max(pos) as pos from readings')
    const cursor = Number(rows[0]!.pos)
    const none = async () => undefined
    const again = globalRules(
      { ...farm.world, bus: { on: () => () => undefined, emit: () => undefined, settled: none } },
      {
        follow: name => ({
          name,
          cursor: () => cursor,
          wake: () => undefined,
          start: none,
          stop: none,
          trouble: () => undefined,
        }),
        settled: () => cursor,
      },
      {
        apply: async (_work, all) => void done.push(...[...all.values()].flat().map(pendingEffect => pendingEffect.effect.kind)),
      },
      { notify: async () => [] },
    )
    await again.stop()
    for (let minute = 0; minute < 40; minute += 10) {
      time += 10 * MINUTE
      mono += 10 * MINUTE
      await again.stop()
    }
    expect(done).toEqual([])
  })
})
