import { describe, expect, test } from 'vitest'
import {
  anAlarm,
  cause,
  closes,
  details,
  event,
  farm,
  found,
  manager,
  MINUTE,
  notifies,
  opens,
  reopens,
  say,
  sink,
  takenIn,
  theEvent,
  time,
  notificationsOf,
  withAlarms,
} from '../../test/alarms.ts'
import { data } from '../../test/farm.ts'
import { aHouse, anInterface, aRule, boxDid, tooHot } from '../../test/rules.ts'
import { eventually } from '../../test/smtp.ts'

withAlarms()

test('details list every condition that held at the opening', async () => {
  const alarm = await anAlarm()
  const t = Date.now() - 60_000
  const [, opening] = opens(alarm, t)
  const second = { ...cause(alarm, t - 60_000, 31), line: 1, threshold: 29, permanence: 60 }
  await say(alarm, [[t, { ...opening, causes: [cause(alarm, t - 600_000), second] }], notifies(alarm, t, t)])
  const { id } = await theEvent(event(alarm, t), row => row.causes !== null)
  await eventually(
    () => details(id),
    ({ causes }) => causes.length === 2,
  )
  expect((await details(id)).causes).toMatchObject([
    { threshold: 30, permanence: 600 },
    { threshold: 29, permanence: 60, place: expect.any(String) },
  ])
})

test('an event belongs to the entity of its sensor, at or below the rule’s entity', async () => {
  const house = await aHouse(farm)
  const { entityId, terminalId } = house
  const outside = await anInterface(farm, terminalId, 'Paul', 'OUTSIDE_TEMPERATURE', 'Outside')
  const t = time - MINUTE
  const placed = async (sector: string, sensor: string, opening = true) => {
    const where = { entityId, sectorId: farm.at[sector]!, terminalId, showAllInterfaces: true }
    const rule = await aRule(farm, { ...where, displayName: `Heat ${sector} ${sensor}`, ...tooHot(sensor) })
    const of = { house: { ...house, temperature: sensor }, rule }
    await say(of, [...(opening ? [opens(of, t)] : []), notifies(of, t, t)])
    const { id } = await theEvent(event(of, t), row => row.notifications === 1 && (!opening || row.causes !== null))
    const { entity, causes } = await details(id)
    return { of, places: [entity.displayName, causes[0]?.place] }
  }
  expect((await placed('House 2', house.temperature)).places).toEqual(['Paul | House 1', 'Paul | House 1'])
  expect((await placed('House 1', outside)).places).toEqual(['Paul | House 1', 'Paul'])
  // What was told first need not be what opened it.
  const late = await placed('House 2', house.temperature, false)
  expect(late.places).toEqual(['Paul | House 1', 'Paul | House 1'])
  await say(late.of, [opens({ ...late.of, house: { ...late.of.house, temperature: outside } }, t)])
  await theEvent(event(late.of, t), row => row.entity_id === farm.at['House 2'])
})

describe('an alarm of a box', () => {
  test('opens an event, sends mail, repeats and closes automatically', async () => {
    const alarm = await anAlarm()
    const t = time - MINUTE
    await say(alarm, [opens(alarm, t), notifies(alarm, t, t)])
    const { id } = await theEvent(event(alarm, t), row => row.notifications === 1)
    const { mail } = await eventually(
      () => sink.received.find(received => received.mail.text?.includes(`/events/${id}/details`)),
      received => received !== undefined,
    ).then(received => received!)
    expect(mail.subject).toBe('Critical: Temperature north (33.4\u00a0°C), Paul | House 1 – Too hot')
    expect(mail.text).toContain('Temperature north: 33.4\u00a0°C. Alarm limit: above 30.0\u00a0°C.')
    expect(mail.html).toContain(`href="https://farm.example/events/${id}/details"`)
    await say(alarm, [notifies(alarm, t, t + 1000, 2), closes(alarm, t, t + 2000)])
    await theEvent(event(alarm, t), row => row.status === 'CLOSED' && row.notifications === 2)

    expect(await details(id)).toMatchObject({
      title: 'Too hot',
      description: 'Open the inlets',
      severityLevel: 'CRITICAL',
      category: 'CLIMATE',
      origin: 'AUTOMATIC',
      status: 'CLOSED',
      ruleId: alarm.rule,
      ruleName: 'Heat',
      entity: { name: 'House 1', displayName: 'Paul | House 1' },
      terminal: { id: alarm.house.terminalId },
      openDate: new Date(t).toISOString(),
      closeDate: new Date(t + 2000).toISOString(),
      closedBy: null,
      createdBy: null,
      past: false,
      notificationCounter: 2,
      causes: [
        {
          interfaceId: alarm.house.temperature,
          interfaceName: 'Temperature north',
          category: 'TEMPERATURE',
          operator: 'GREATER',
          threshold: 30,
          value: 33.4,
          sinceUtc: new Date(t - 600_000).toISOString(),
          permanence: 600,
          ruleVersion: 1,
        },
      ],
    })
    const page = data(await manager.events.occurrences({ params: { id }, query: {} }))
    expect(page).toMatchObject({ size: 5, totalElements: 2 })
    expect(page.content.map(one => [one.occurrenceTimestampUtc, one.actions.MAIL])).toEqual([
      [new Date(t + 1000).toISOString(), 1],
      [new Date(t).toISOString(), 1],
    ])
    const byItself = {
      notes: '',
      user: null,
      name: null,
      step: null,
      finding: null,
      via: null,
      note: false,
      arrivesAt: null,
      checks: [],
    }
    expect(data(await manager.events.changes({ params: { id } }))).toEqual([
      { ...byItself, status: 'CLOSED', date: new Date(t + 2000).toISOString() },
      { ...byItself, status: 'OPEN', date: new Date(t).toISOString() },
    ])
  })

  test('keeps the name of its sensor', async () => {
    const alarm = await anAlarm()
    const t = time - MINUTE
    await say(alarm, [opens(alarm, t), notifies(alarm, t, t)])
    const { id } = await theEvent(event(alarm, t), row => row.notifications === 1)
    await farm.world.db.work(farm.system, work =>
      work.sql.updateTable('interfaces').set({ display_name: 'Renamed' }).where('id', '=', alarm.house.temperature).execute(),
    )
    expect((await details(id)).causes[0]!.interfaceName).toBe('Temperature north')
  })

  test('applies an effect once, whatever its sequence number', async () => {
    const alarm = await anAlarm()
    const t = time - MINUTE
    const all = [
      opens(alarm, t),
      notifies(alarm, t, t),
      closes(alarm, t, t + 10),
      reopens(alarm, t, t + 20),
      closes(alarm, t, t + 30, 1),
    ]
    await say(alarm, all)
    const before = await theEvent(event(alarm, t), row => row.status === 'CLOSED' && row.close_date?.getTime() === t + 30)
    await say(alarm, all)
    await say(alarm, all, { late: true })
    await takenIn()
    expect(await found(event(alarm, t))).toMatchObject({ status: 'CLOSED', notifications: 1, close_date: before.close_date })
    expect(await notificationsOf(before.id)).toHaveLength(1)
    expect(data(await manager.events.changes({ params: { id: before.id } })).map(one => one.status)).toEqual([
      'CLOSED',
      'OPEN',
      'CLOSED',
      'OPEN',
    ])
  })

  test('a logged event is closed at once and notifies nobody', async () => {
    const alarm = await anAlarm({ status: 'CLOSED' })
    const t = time - MINUTE
    await say(alarm, [opens(alarm, t, 'CLOSED')])
    const { id, status } = await theEvent(event(alarm, t))
    expect(status).toBe('CLOSED')
    expect(await details(id)).toMatchObject({ causes: [{ value: 33.4 }], closeDate: new Date(t).toISOString() })
    expect(await notificationsOf(id)).toHaveLength(0)
  })

  test('a logged event keeps its occurrence if the sensor is deleted', async () => {
    const alarm = await anAlarm({ status: 'CLOSED' })
    const gone = await anAlarm()
    const t = time - MINUTE
    const [, opening] = opens(alarm, t, 'CLOSED')
    await say(alarm, [[t, { ...opening, causes: [{ ...cause(alarm, t), interfaceId: gone.house.temperature }] }]])
    const { id } = await theEvent(event(alarm, t))
    const { content } = data(await manager.events.occurrences({ params: { id }, query: {} }))
    expect(content.map(one => one.occurrenceTimestampUtc)).toEqual([new Date(t).toISOString()])
    expect((await details(id)).causes).toEqual([])
  })

  test('handles effects of all kinds in order', async () => {
    // What is CRITICAL goes ahead of all others.
    const alarm = await anAlarm({ severityLevel: 'MAJOR' })
    const t = time - MINUTE
    const stood: string[] = []
    farm.app.services.events.onEffect('PROBE', async work => {
      const rows = await work.sql.selectFrom('events').select('source_key').where('rule_id', '=', alarm.rule).execute()
      stood.push(...rows.map(row => row.source_key ?? ''))
    })
    await say(alarm, [opens(alarm, t), [t, { kind: 'PROBE', key: 'probe' }], opens(alarm, t + 1)])
    await theEvent(event(alarm, t + 1))
    expect(stood).toEqual([event(alarm, t)])
  })

  test('rejects effects with rules and sensors of another box', async () => {
    const alarm = await anAlarm()
    const other = await anAlarm()
    const t = time - MINUTE
    await boxDid(farm, other.house.terminalId, [opens(alarm, t), [t, { ...opens(other, t)[1], rule: alarm.rule }]])
    const foreign = { ...cause(alarm, t), interfaceId: other.house.temperature }
    const [, opening] = opens(alarm, t + 1)
    const causes = [...opening.causes, { ...foreign, line: 1 }]
    await say(alarm, [
      [t + 1, { ...opening, causes }],
      [t + 1, { ...notifies(alarm, t + 1, t + 1)[1], cause: foreign }],
    ])
    const { id } = await theEvent(event(alarm, t + 1), row => row.latest_occurrence !== null)
    expect(await found(event(alarm, t))).toBeUndefined()
    expect(await found(event(other, t))).toBeUndefined()
    expect((await details(id)).causes.map(one => one.interfaceId)).toEqual([alarm.house.temperature])
  })

  test('an invalid effect blocks no other', async () => {
    const alarm = await anAlarm()
    const t = time - MINUTE
    await say(alarm, [
      [t, { rule: '999999', kind: 'EVENT_OPEN', key: '999999:1', event: '999999:1', status: 'OPEN', since: 0, causes: [] }],
      [t, { rule: 'x', kind: 'NONSENSE', key: 'x' }],
      opens(alarm, t),
    ])
    expect(await theEvent(event(alarm, t))).toMatchObject({ status: 'OPEN' })
  })

  test.each([
    ['has not all members of its kind', { kind: 'EVENT_OPEN', key: 'open:1' }, 'effect: event'],
    ['has the key of another rule', { kind: 'EVENT_CLOSE', key: '1:2:close:0', event: '1:2' }, 'effect: key'],
    [
      'names a rule that is not there',
      { rule: '999999', kind: 'EVENT_CLOSE', key: '999999:1', event: '999999:1' },
      'effect of rule',
    ],
  ])('one that %s is put aside, and people hear of it at once', async (_, doing, reason) => {
    const alarm = await anAlarm()
    await say(alarm, [[time, { rule: alarm.rule, ...doing }]])
    const { rows } = await eventually(
      () =>
        farm.world.owner.query<{ reason: string }>('select reason from quarantine where terminal_id = $1', [
          alarm.house.terminalId,
        ]),
      found => found.rows.length > 0,
    )
    expect(rows).toMatchObject([{ reason: expect.stringContaining(reason) as string }])
    const day = new Date(time).toISOString().slice(0, 10)
    const { id } = await theEvent(`quarantine:${alarm.house.terminalId}:${day}`, row => row.notifications === 1)
    expect(await notificationsOf(id)).toHaveLength(1)
  })

  test('an effect that the database refuses blocks no other', async () => {
    await farm.world.owner.query(`create function refuse_it() returns trigger language plpgsql as $$
        begin if new.key like '%:poison' then raise 'no' using errcode = '22000'; end if; return new; end $$;
      create trigger refuse_it before insert on event_occurrences for each row execute function refuse_it()`)
    const alarm = await anAlarm()
    const t = time - MINUTE
    const poison = [t, { ...notifies(alarm, t, t)[1], key: `${event(alarm, t)}:poison` }] as const
    await say(alarm, [opens(alarm, t), poison, notifies(alarm, t, t)])
    expect(await theEvent(event(alarm, t), row => row.notifications === 1)).toMatchObject({ status: 'OPEN' })
    const aside = await farm.world.owner.query('select reason from quarantine where terminal_id = $1', [alarm.house.terminalId])
    expect(aside.rows).toEqual([{ reason: 'effect: no' }])
  })
})
