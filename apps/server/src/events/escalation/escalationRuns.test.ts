import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ActionConfiguration } from '@steading/contract/events/outbox'
import { aFarm, data } from '../../../test/farm.ts'
import type { Api, Farm } from '../../../test/farm.ts'
import { aHouse } from '../../../test/rules.ts'
import { by } from '../../../test/outbox.ts'
import { guardPerson } from '../../escalation/index.ts'
import { eventById, lockEvent } from '../events.sql.ts'
import { deleteEscalationRun } from './escalationRuns.sql.ts'

let farm: Farm
let api: Api
let time = Math.ceil(Date.now() / 86_400_000) * 86_400_000
const MINUTE = 60_000
const who: Record<string, string> = {}

beforeAll(async () => {
  farm = await aFarm({
    clock: { now: () => time, mono: () => performance.now() },
    settings: { SESSION_HOURS: '720', IDLE_MINUTES: '1440', REQUEST_MINUTES: '1440' },
  })
  // The watch is looked at by hand.
  for (const part of farm.app.services.events.parts) await part.stop()
  for (const place of ['Paul', 'Aves', 'Grupo']) {
    const email = await farm.person(place)
    const { rows } = await farm.world.owner.query<{ id: string }>('select id::text from users where email = $1', [email])
    who[email] = place
    await farm.world.owner.query('insert into responsibles (entity_id, user_id) values ($1, $2)', [farm.at[place], rows[0]!.id])
    if (place === 'Paul') api = farm.api(await farm.login(email))
  }
})
afterAll(() => farm.close())

const look = async () => {
  for (const part of farm.app.services.events.parts) {
    await part.start()
    await part.stop()
  }
}
const one = async (text: string, values: unknown[]) => {
  const { rows } = await farm.world.owner.query<{ id: string }>(`${text} returning id::text`, values)
  return rows[0]!
}
/** Tells of an event, as a rule does. */
const tell = (
  id: string,
  key: string,
  n: number,
  actions: ActionConfiguration[] | null = null,
  cause: object | null = null,
  escalation = 0,
) =>
  farm.world.db.work(farm.system, async work => {
    const made = await one(`insert into event_occurrences (event_id, key, ts, cause) values ($1, $2, $3, $4)`, [
      ...[id, key, new Date(time)],
      cause && JSON.stringify(cause),
    ])
    await farm.app.services.events.notifier.notify(work, (await eventById(work, id))!, actions, {
      id: made.id,
      key,
      at: work.now,
      n,
      last: false,
      escalation,
      cause: null,
      fact: null,
      written: null,
    })
  })
/** Opens an alarm and tells of it. */
const anAlarm = async (severity = 'CRITICAL', source = 'RULE', cause: object | null = null) => {
  const { id } = await one(
    `insert into events (entity_id, title, severity, category, source, status, open_date)
     values ($1, 'Too hot', $2, 'CLIMATE', $3, 'OPEN', $4)`,
    [farm.at.Paul, severity, source, new Date(time)],
  )
  await tell(id, `first:${id}`, 1, null, cause)
  return id
}
/** Who heard at each telling. */
const heard = async (id: string) => {
  const { rows } = await farm.world.owner.query<{ at: string; to: string[] }>(
    `select o.ts as at, array_agg(n.recipient order by n.id) as to from event_occurrences o join notifications n on n.occurrence_id = o.id
     where o.event_id = $1 group by o.id order by o.ts, o.id`,
    [id],
  )
  return rows.map(({ to }) => to.map(one => who[one]))
}
/** Looks every minute, or every `by` minutes. */
const pass = async (minutes: number, by = 1) => {
  for (let n = 0; n < minutes; n += by) {
    time += by * MINUTE
    await look()
  }
}

test('nobody acts: the next level hears every five minutes; what is critical goes on when nobody is left above', async () => {
  const id = await anAlarm()
  await pass(4)
  expect(await heard(id)).toEqual([['Paul']])
  await pass(1)
  expect(await heard(id)).toEqual([['Paul'], ['Paul', 'Aves']])
  await pass(5)
  expect((await heard(id)).at(-1)).toEqual(['Paul', 'Aves', 'Grupo'])
  await pass(14)
  expect(await heard(id)).toHaveLength(4)
  await pass(31)
  expect(await heard(id)).toHaveLength(6)
})

test('what was left to the bell comes back an hour after somebody took it up', async () => {
  const id = await anAlarm('MAJOR')
  await pass(30, 5)
  expect(await heard(id)).toHaveLength(3)
  data(await api.events.takeStep({ params: { id }, body: { step: 'SEEN' } }))
  await pass(59, 59)
  expect(await heard(id)).toHaveLength(3)
  await pass(1)
  expect((await heard(id)).at(-1)).toEqual(['Paul', 'Aves'])
})

const setTo = async (id: string, status: 'OPEN' | 'CLOSED') => {
  const { version } = data(await api.events.details({ params: { id } }))
  data(await api.events.setStatus({ params: { id }, body: { status, version } }))
}

test('what somebody opens again climbs anew', async () => {
  const id = await anAlarm()
  await pass(5)
  expect(await heard(id)).toHaveLength(2)
  await setTo(id, 'CLOSED')
  await pass(10, 10)
  await setTo(id, 'OPEN')
  await pass(5)
  expect(await heard(id)).toEqual([['Paul'], ['Paul', 'Aves'], ['Paul', 'Aves']])
})

test('nobody left above hears twice within a minute, of the rule and of the climb', async () => {
  const id = await anAlarm()
  await pass(25, 5)
  await pass(4, 4)
  expect(await heard(id)).toHaveLength(4)
  time += 30_000
  await tell(id, `again:${id}`, 5, null, null, 2)
  time -= 30_000
  await pass(1)
  expect(await heard(id)).toHaveLength(5)
  await pass(15, 15)
  expect(await heard(id)).toHaveLength(6)
})

test('a note takes nothing up and puts nothing off', async () => {
  const note = async (id: string) => {
    const { version, status } = data(await api.events.details({ params: { id } }))
    data(await api.events.setStatus({ params: { id }, body: { status, version, notes: 'The electrician comes tomorrow' } }))
    return data(await api.events.changes({ params: { id } }))[0]!
  }
  const taken = await anAlarm()
  data(await api.events.takeStep({ params: { id: taken }, body: { step: 'GOING' } }))
  await pass(10, 5)
  expect(await note(taken)).toMatchObject({ status: 'PENDING', step: null, note: true })
  await pass(5)
  expect((await heard(taken)).at(-1)).toEqual(['Paul', 'Aves'])
  // Its list has run out, and nobody took it up.
  const left = await anAlarm('MAJOR')
  await pass(30, 5)
  expect(await note(left)).toMatchObject({ status: 'OPEN', note: true })
  await pass(30, 5)
  expect(await heard(left)).toHaveLength(3)
})

test('one that cannot be told keeps no other from going up the list', async () => {
  const broken = await anAlarm()
  const sound = await anAlarm()
  await farm.world.owner.query(`update events set wording = '{"key":"event.thatIsGone","values":{}}' where id = $1`, [broken])
  await pass(10)
  expect((await heard(sound)).at(-1)).toEqual(['Paul', 'Aves', 'Grupo'])
  // As soon as it can be.
  await farm.world.owner.query('update events set wording = null where id = $1', [broken])
  await pass(2)
  expect((await heard(broken)).at(-1)).toEqual(['Paul', 'Aves'])
})

test('an event that a user is changing is skipped, without a deadlock with the change', async () => {
  const changed = await anAlarm()
  const other = await anAlarm()
  time += 5 * MINUTE
  await farm.world.db.work(farm.system, async work => {
    await lockEvent(work, changed)
    await look()
    // Waits for nobody: the look locked neither the event nor its run.
    await sql`set local lock_timeout = '1s'`.execute(work.sql)
    await deleteEscalationRun(work, changed)
  })
  const notifications = async (id: string) => (await heard(id)).length
  expect([await notifications(changed), await notifications(other)]).toEqual([1, 2])
})

test('a list of one step wakes those on it, though the rule names somebody else', async () => {
  const other = await farm.person('Grupo')
  const { rows } = await farm.world.owner.query<{ id: string }>('select id::text from users where email = $1', [other])
  who[other] = 'Other'
  const actions = [{ ...by(['MAIL'])[0]!, notifyResponsible: false }]
  actions[0]!.properties.usersList.push(rows[0]!.id)
  const { id: rule } = await one(
    `insert into rules (entity_id, kind, template, display_name, body, event, desired)
     values ($1, 'ALARM', 'ALARM_WITHOUT_ACTUATION', 'Heat', '{}', $2, true)`,
    [farm.at.Grupo, JSON.stringify({ actionConfigurations: actions })],
  )
  const { id } = await one(
    `insert into events (entity_id, rule_id, source_key, title, severity, category, source, status, open_date)
     values ($1, $2, $3, 'Too hot', 'CRITICAL', 'TECHNICAL', 'RULE', 'OPEN', $4)`,
    [farm.at.Grupo, rule, `${rule}:1`, new Date(time)],
  )
  await tell(id, `first:${id}`, 1, actions)
  await pass(5)
  expect(await heard(id)).toEqual([['Other'], ['Other', 'Grupo']])
})

test('whoever is told later hears what the sensor says by then', async () => {
  const { temperature: interfaceId } = await aHouse(farm)
  const cause = {
    line: 0,
    interfaceId,
    interfaceName: 'Temperature north',
    category: 'TEMPERATURE',
    operator: 'GREATER',
    threshold: 29,
    value: 30,
    reading: 30,
    sinceUtc: new Date(time).toISOString(),
    permanence: 0,
    ruleVersion: 1,
  }
  const id = await anAlarm('CRITICAL', 'RULE', cause)
  await pass(4)
  await farm.world.owner.query(
    `insert into last_values (interface_id, ts, received_at, flags, value) values ($1, $2, $2, 0, 33.5)`,
    [interfaceId, new Date(time)],
  )
  await pass(1)
  const { rows } = await farm.world.owner.query<{ cause: object; text: string }>(
    `select o.cause, n.text from event_occurrences o join notifications n on n.occurrence_id = o.id
     where o.event_id = $1 order by o.ts desc, n.id limit 1`,
    [id],
  )
  expect(rows[0]!.cause).toEqual({ ...cause, value: 33.5, reading: 33.5 })
  expect(rows[0]!.text).toMatch(/33[.,]5/)
  expect(rows[0]!.text).not.toMatch(/30[.,]0/)
})

test('what is not critical is told to everybody above once, and then left to the bell; what is low wakes nobody else', async () => {
  const major = await anAlarm('MAJOR')
  const low = await anAlarm('LOW')
  const byHand = await anAlarm('CRITICAL', 'PERSON')
  await pass(60)
  expect(await heard(major)).toHaveLength(3)
  expect(await heard(low)).toHaveLength(1)
  // What is critical never falls silent, whoever opened it.
  expect((await heard(byHand)).slice(0, 3)).toEqual([['Paul'], ['Paul', 'Aves'], ['Paul', 'Aves', 'Grupo']])
})

test.each([
  ['CRITICAL', 15],
  ['MAJOR', 60],
])(
  'taken up, a %s one is quiet for %i minutes and comes back, one step up, as long as it lasts',
  { tags: ['nightly'] },
  async (severity, quiet) => {
    const id = await anAlarm(severity)
    await pass(1)
    data(await api.events.takeStep({ params: { id }, body: { step: 'SEEN' } }))
    await pass(quiet - 1)
    expect(await heard(id)).toHaveLength(1)
    await pass(1)
    expect(await heard(id)).toEqual([['Paul'], ['Paul', 'Aves']])
    // Whoever says more has as long again.
    data(await api.events.takeStep({ params: { id }, body: { step: 'GOING' } }))
    await pass(quiet - 1)
    expect(await heard(id)).toHaveLength(2)
    await pass(1)
    expect(await heard(id)).toHaveLength(3)
    const { version } = data(await api.events.details({ params: { id } }))
    data(await api.events.setStatus({ params: { id }, body: { status: 'CLOSED', version } }))
    await pass(quiet * 2)
    expect(await heard(id)).toHaveLength(3)
  },
)

test('the list of a place says who is next and when, and its roster who is on duty', async () => {
  const person = async (place: string) => {
    const email = await farm.person(place)
    who[email] = `${place}+`
    const { rows } = await farm.world.owner.query<{ id: string }>('select id::text from users where email = $1', [email])
    return rows[0]!.id
  }
  const night = await person('Paul')
  const boss = await person('Aves')
  const owner = await farm.as('Aves')
  const params = { id: farm.at.Paul! }
  const house = await farm.entity('House 3', 'SECTOR', 'Paul')
  const body = {
    steps: [{ onDuty: true, delay: 120 }, { userIds: [boss] }],
    shifts: [{ weekdays: [0, 1, 2, 3, 4, 5, 6], from: '00:00', to: '00:00', userId: night }],
    version: 0,
  }
  const saved = data(await owner.escalation.set({ params, body }))
  expect(saved).toMatchObject({ stepsOf: { id: params.id }, onDuty: [{ userId: night }], version: 1 })
  await expect(owner.escalation.set({ params, body: { ...body, steps: [] } })).rejects.toMatchObject({
    failure: { code: 'VERSION_CONFLICT' },
  })
  const foreign = await person('Azinheira')
  await expect(
    owner.escalation.set({ params, body: { ...body, steps: [{ userIds: [foreign] }], version: 1 } }),
  ).rejects.toMatchObject({ failure: { fields: [{ field: 'steps.0.userIds.0', code: 'notFound' }] } })
  const below = data(await api.escalation.of({ params: { id: house } }))
  expect(below).toMatchObject({
    stepsOf: { id: params.id },
    version: 0,
    steps: [{ onDuty: true, delay: 120 }, { userIds: [boss] }],
  })
  const id = await anAlarm()
  expect(await heard(id)).toEqual([['Paul+']])
  await pass(2)
  expect((await heard(id)).at(-1)).toEqual(['Paul+', 'Aves+'])
  const trail = data(await owner.audit.search({ query: { itemsPerPage: 50 } })).content
  expect(trail.filter(one => one.objectType === 'escalation')).toHaveLength(1)
})

test('a step of a list that has nobody is passed over at once, and one that can have nobody is not taken', async () => {
  const owner = await farm.as('Aves')
  const places = [await farm.entity('House 4', 'SECTOR', 'Paul'), await farm.entity('House 5', 'SECTOR', 'Paul')]
  const person = async (as: string) => {
    const email = await farm.person('Paul')
    who[email] = as
    const { rows } = await farm.world.owner.query<{ id: string }>('select id::text from users where email = $1', [email])
    return rows[0]!.id
  }
  const boss = await person('boss')
  const night = await person('night')
  const set = (at: number, body: object) =>
    owner.escalation.set({ params: { id: places[at]! }, body: { steps: [], shifts: [], version: 0, ...body } })
  // The farm's roster is gone.
  await farm.world.owner.query('update escalations set shifts = $1', ['[]'])
  const alone = { onDuty: true, userIds: [], delay: 3600 }
  await expect(set(0, { steps: [{ userIds: [boss] }, alone] })).rejects.toMatchObject({
    failure: { fields: [{ field: 'steps.1.onDuty', code: 'noRoster' }] },
  })
  const hour = new Date(time).getUTCHours()
  const clock = (h: number) => `${String((hour + h) % 24).padStart(2, '0')}:00`
  // Nobody is on duty now.
  await set(0, {
    steps: [alone, { userIds: [boss], delay: 300 }],
    shifts: [{ weekdays: [0, 1, 2, 3, 4, 5, 6], from: clock(8), to: clock(10), userId: night }],
  })
  const opened = async (place: string) => {
    const { id } = await one(
      `insert into events (entity_id, title, severity, category, source, status, open_date)
       values ($1, 'Too hot', 'CRITICAL', 'CLIMATE', 'RULE', 'OPEN', $2)`,
      [place, new Date(time)],
    )
    await tell(id, `first:${id}`, 1)
    return id
  }
  expect(await heard(await opened(places[0]!))).toEqual([['boss']])
  // Who leaves takes the roster along, and with it the step that was for whoever is on duty.
  await set(1, {
    steps: [{ ...alone, delay: 300 }],
    shifts: [{ weekdays: [0, 1, 2, 3, 4, 5, 6], from: '00:00', to: '00:00', userId: night }],
  })
  await farm.world.db.work(farm.system, work =>
    guardPerson(work, night, true, () =>
      work.sql.updateTable('users').set({ status: 'INACTIVE' }).where('id', '=', night).execute(),
    ),
  )
  // Its own list is gone with them: the farm's holds.
  expect(data(await owner.escalation.of({ params: { id: places[1]! } })).stepsOf).toMatchObject({ id: farm.at.Paul })
  expect(await heard(await opened(places[1]!))).toEqual([['Aves+']])
})

test('what somebody wrote climbs from when it is critical, as long as it is', async () => {
  const id = await anAlarm('MAJOR', 'PERSON')
  await pass(10, 5)
  expect(await heard(id)).toHaveLength(1)
  const grade = async (severityLevel: 'CRITICAL' | 'MAJOR') => {
    const { description, category, cause, status, version } = data(await api.events.details({ params: { id } }))
    const body = { description, category, cause, status, version, severityLevel } as never
    data(await api.events.edit({ params: { id }, body, files: [] }))
  }
  await grade('CRITICAL')
  await pass(5)
  expect(await heard(id)).toHaveLength(2)
  await grade('MAJOR')
  await pass(60, 5)
  expect(await heard(id)).toHaveLength(2)
})

describe('a list of its own', () => {
  let owner: Api
  let place: string
  const person = async (as: string) => {
    const email = await farm.person('Paul')
    who[email] = as
    const { rows } = await farm.world.owner.query<{ id: string }>('select id::text from users where email = $1', [email])
    return rows[0]!.id
  }
  let houses = 5
  const aList = async (steps: object[], shifts: object[] = []) => {
    owner ??= await farm.as('Aves')
    place = await farm.entity(`House ${++houses}`, 'SECTOR', 'Paul')
    await owner.escalation.set({ params: { id: place }, body: { steps, shifts, version: 0 } as never })
  }
  const opened = async (severity = 'CRITICAL', actions: ActionConfiguration[] | null = null) => {
    const { id } = await one(
      `insert into events (entity_id, title, severity, category, source, status, open_date)
       values ($1, 'Too hot', $2, 'CLIMATE', 'RULE', 'OPEN', $3)`,
      [place, severity, new Date(time)],
    )
    if (actions) await farm.world.owner.query('update events set actions = $2 where id = $1', [id, JSON.stringify(actions)])
    await tell(id, `first:${id}`, 1, actions)
    return id
  }

  test('is climbed though a rule repeats what it tells others', async () => {
    const boss = await person('boss')
    const keeper = await person('keeper')
    await aList([{ userIds: [boss], delay: 300 }])
    const named = by(['MAIL'], { usersList: [keeper] })
    const id = await opened('CRITICAL', named)
    for (let n = 2; n <= 22; n++) {
      time += MINUTE
      await tell(id, `again:${id}:${n}`, n, named)
      await look()
    }
    expect((await heard(id)).filter(all => all.includes('boss')).length).toBeGreaterThanOrEqual(2)
  })

  test('has no steps but those that have somebody, in between too', async () => {
    const first = await person('first')
    const gone = await person('gone')
    const boss = await person('boss')
    const chief = await person('chief')
    await farm.world.owner.query(`update users set status = 'INACTIVE' where id = $1`, [gone])
    await farm.world.owner.query('update escalations set shifts = $1', ['[]'])
    const night = { weekdays: [0, 1, 2, 3, 4, 5, 6], from: clock(8), to: clock(10), userId: first }
    await aList([{ onDuty: true, delay: 3600 }, { userIds: [boss], delay: 300 }, { userIds: [chief] }], [night])
    const id = await opened()
    await pass(5)
    expect(await heard(id)).toEqual([['boss'], ['boss', 'chief']])
    await aList([{ userIds: [first], delay: 300 }, { onDuty: true, delay: 3600 }, { userIds: [boss] }], [night])
    const other = await opened('MAJOR')
    await pass(5)
    expect(await heard(other)).toEqual([['first'], ['first', 'boss']])
  })
  const clock = (h: number) => `${String((new Date(time).getUTCHours() + h) % 24).padStart(2, '0')}:00`

  /** By the wall clock of the place. */
  const wall = (minutes: number) => {
    const parts = { timeZone: 'Europe/Lisbon', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
    return new Intl.DateTimeFormat('en-GB', parts).format(time + minutes * MINUTE)
  }

  test('notifies one more level at each step though the shift ends meanwhile', async () => {
    const duty = await person('D')
    const a = await person('A')
    const b = await person('B')
    const c = await person('C')
    const shift = { weekdays: [0, 1, 2, 3, 4, 5, 6], from: wall(-60), to: wall(1), userId: duty }
    await aList([{ onDuty: true, delay: 300 }, ...[a, b, c].map(id => ({ userIds: [id], delay: 300 }))], [shift])
    const id = await opened()
    await pass(4)
    expect(await heard(id)).toEqual([['D']])
    await pass(1)
    expect(await heard(id)).toEqual([['D'], ['A']])
    await pass(4)
    expect(await heard(id)).toHaveLength(2)
    await pass(1)
    expect((await heard(id)).at(-1)).toEqual(['A', 'B'])
    await pass(5)
    expect(await heard(id)).toEqual([['D'], ['A'], ['A', 'B'], ['A', 'B', 'C']])
  })

  test('notifies one more level at each step though somebody notified becomes inactive', async () => {
    const a = await person('A')
    const b = await person('B')
    const c = await person('C')
    await aList([a, b, c].map(id => ({ userIds: [id], delay: 300 })))
    const id = await opened('MAJOR')
    const rule = by(['MAIL'])
    await farm.world.owner.query(`update users set status = 'INACTIVE' where id = $1`, [a])
    expect(data(await owner.events.next({ params: { id } })).next).toMatchObject({ people: [{ userId: b }] })
    await pass(5)
    expect(await heard(id)).toEqual([['A'], ['B']])
    // A rule's own escalation counts from the same run.
    time += 2 * MINUTE
    await tell(id, `rule:${id}`, 2, rule, null, 1)
    await pass(3)
    expect(await heard(id)).toEqual([['A'], ['B'], ['B'], ['B', 'C']])
  })

  test('notifies one more level at each step though the people in charge of a level become inactive', async () => {
    await farm.world.owner.query('delete from escalations')
    place = await farm.entity(`House ${++houses}`, 'SECTOR', 'Paul')
    const first = await person('first')
    await farm.world.owner.query('insert into responsibles (entity_id, user_id) values ($1, $2)', [place, first])
    const id = await opened()
    await farm.world.owner.query(`update users set status = 'INACTIVE' where id = $1`, [first])
    await pass(5)
    expect(await heard(id)).toEqual([['first'], ['Paul']])
    await pass(5)
    expect((await heard(id)).at(-1)).toEqual(['Paul', 'Aves'])
  })

  test('is climbed from its beginning by what was closed and is open again, however far it had come', async () => {
    const uno = await person('one')
    const two = await person('two')
    const three = await person('three')
    await aList([uno, two, three].map(id => ({ userIds: [id], delay: 300 })))
    const id = await opened('MAJOR')
    await pass(12)
    expect(await heard(id)).toHaveLength(3)
    data(await api.events.takeStep({ params: { id }, body: { step: 'SEEN' } }))
    await pass(5, 5)
    await setTo(id, 'CLOSED')
    await pass(5, 5)
    await setTo(id, 'OPEN')
    await pass(11)
    expect((await heard(id)).slice(3)).toEqual([
      ['one', 'two'],
      ['one', 'two', 'three'],
    ])
  })
})
