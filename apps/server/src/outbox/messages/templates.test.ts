import { HEARTBEAT_STAGES } from '@steading/contract/events/heartbeat'
import { languages } from '@steading/locales/languages'
import { translators } from '@steading/locales/text'
import type { TextKey, Translate } from '@steading/locales/text'
import { describe, expect, test } from 'vitest'
import { emailHtml, emailText } from './email.ts'
import type { Template } from './template.ts'
import { TEMPLATES } from './templates.ts'
import { accessChangedTemplate, accountCodeTemplate, emailChangedTemplate, passwordChangedTemplate } from './templates/account.ts'
import { alarmTemplate } from './templates/alarm.ts'
import type { AlarmValues } from './templates/alarm.ts'
import { arrivalTemplate } from './templates/arrival.ts'
import { budgetTemplate } from './templates/budget.ts'
import { digestTemplate } from './templates/digest.ts'
import { drillTemplate } from './templates/drill.ts'
import { heartbeatTemplate } from './templates/heartbeat.ts'
import { planDueTemplate } from './templates/planDue.ts'
import { reportReadyTemplate } from './templates/reportReady.ts'
import { silencedRuleTemplate } from './templates/silencedRule.ts'
import { stalledPathTemplate } from './templates/stalledPath.ts'
import { summaryTemplate } from './templates/summary.ts'
import { taskTemplate } from './templates/task.ts'

const texts = await translators()
const AT = Date.UTC(2026, 6, 6, 10, 10)

const alarm: AlarmValues = {
  severity: 'CRITICAL',
  title: 'Too hot',
  place: 'Paul | House 1',
  openedAt: new Date(AT),
  at: new Date(AT),
  n: 3,
  last: true,
  cause: {
    interfaceId: '4',
    interfaceName: 'Temperature north',
    category: 'TEMPERATURE',
    operator: 'GREATER',
    threshold: 32,
    value: 33.25,
    reading: 33.25,
    sinceUtc: '2026-07-06T10:00:00.000Z',
    permanence: 600,
    ruleVersion: 3,
  },
  fact: null,
  written: null,
  eventId: '7',
  entityId: '2',
  occurrenceId: '9',
  key: 'rule:7|1',
  escalation: 0,
}
const manualAlarm: AlarmValues = {
  ...alarm,
  cause: null,
  n: 1,
  last: false,
  written: { description: 'Three birds limp', notes: 'Vet was called', by: 'Rita' },
}
const event = { wording: null, place: 'Paul | House 1', severity: 'MAJOR', openedAt: AT } as const

/** Values of a template, and what of them its e-mail shows in every language. */
interface Case {
  readonly template: Template
  readonly title: string
  readonly values: unknown
  readonly shown: readonly string[]
}
const renders = <Values>(template: Template<Values>, title: string, values: Values, shown: readonly string[]): Case => ({
  template,
  title,
  values,
  shown,
})

const EVENT_URL = 'https://farm.example/events/7'
const cases: readonly Case[] = [
  renders(alarmTemplate, 'of a sensor', alarm, ['Paul | House 1', 'Too hot', 'Temperature north', '33', EVENT_URL]),
  renders(
    arrivalTemplate,
    'of somebody on the way',
    { eventId: '7', title: 'Too hot', place: 'Paul | House 1', name: 'João', arrivesAt: AT + 1_800_000, at: AT },
    ['João', 'Too hot', 'Paul | House 1', EVENT_URL],
  ),
  renders(alarmTemplate, 'of a user', manualAlarm, ['Too hot', 'Three birds limp', 'Vet was called', 'Rita', EVENT_URL]),
  renders(alarmTemplate, 'with own text', { ...alarm, own: { subject: 'Own subject', body: 'Open the inlets' } }, [
    'Open the inlets',
    EVENT_URL,
  ]),
  renders(
    digestTemplate,
    'of two alarms',
    { alarms: [alarm, { ...manualAlarm, eventId: '8', title: 'Limping' }], at: new Date(AT) },
    ['2', 'Too hot', 'Limping', 'Paul | House 1', 'https://farm.example/events'],
  ),
  renders(drillTemplate, 'of a house', { drillId: '5', place: 'Paul | House 1' }, ['Paul | House 1', 'https://farm.example/']),
  ...(['DAY', 'WEEK'] as const).map(span =>
    renders(
      summaryTemplate,
      span,
      {
        span,
        from: Date.UTC(2026, 5, 28, 23),
        to: Date.UTC(2026, 6, 5, 23),
        at: AT,
        opened: { MAJOR: 41 },
        open: 12,
        gravest: [{ ...event, title: 'Too cold' }],
      },
      ['05-07-2026', '41', '12', '11', 'Too cold', 'Paul | House 1', ...(span === 'WEEK' ? ['29-06-2026'] : [])],
    ),
  ),
  renders(
    summaryTemplate,
    'with tasks',
    {
      span: 'DAY',
      from: Date.UTC(2026, 6, 4, 23),
      to: Date.UTC(2026, 6, 5, 23),
      at: AT,
      opened: {},
      open: 0,
      gravest: [],
      tasks: { due: 13, first: [{ title: 'Wash', place: 'Paul | House 1', dueAt: AT }] },
    },
    ['13', 'Wash', 'Paul | House 1', '06-07-2026 11:10'],
  ),
  renders(
    summaryTemplate,
    'of a morning',
    {
      span: 'DAY',
      from: Date.UTC(2026, 6, 4, 23),
      to: Date.UTC(2026, 6, 5, 23),
      at: AT,
      overrides: {
        all: 12,
        first: [
          {
            name: 'Heater',
            place: 'House 1',
            category: 'HEATING_CONTROL',
            unit: '%',
            value: 40,
            by: 'Rita',
            until: AT + 3_600_000,
          },
          { name: 'Fan', place: 'House 2', category: 'FAN_RELAY', unit: null, value: true, by: null, until: AT + 3_600_000 },
        ],
      },
      silent: { all: 1, first: [{ name: 'Probe', place: 'House 3', since: AT - 86_400_000 }] },
      silos: {
        all: 2,
        first: [
          { name: 'Silo 1', place: 'House 4', emptyDay: '2026-07-08', orderDay: '2026-07-06' },
          { name: 'Silo 2', place: 'House 4', emptyDay: '2026-07-20', orderDay: '2026-07-17' },
        ],
      },
    },
    [
      '12',
      '10',
      'Heater',
      '40',
      'Rita',
      '12:10',
      'Fan',
      'Probe',
      '11:10',
      'Silo 1',
      '08-07-2026',
      'Silo 2',
      '20-07-2026',
      '17-07-2026',
    ],
  ),
  renders(summaryTemplate, 'of nothing', { span: 'DAY', from: AT - 86_400_000, to: AT, at: AT }, ['https://farm.example/']),
  ...(['ASSIGNED', 'DUE_SOON', 'OVERDUE'] as const).map(kind =>
    renders(
      taskTemplate,
      kind,
      { kind, taskId: '5', title: 'Wash', place: 'Paul | House 1', dueAt: AT, by: kind === 'ASSIGNED' ? 'Rita' : null, at: AT },
      [
        'Wash',
        'Paul | House 1',
        '06-07-2026 11:10',
        'https://farm.example/tasks/details/5',
        ...(kind === 'ASSIGNED' ? ['Rita'] : []),
      ],
    ),
  ),
  ...(['near', 'over'] as const).map(step =>
    renders(budgetTemplate, step, { enterprise: 'Quinta do Vale', step, used: 81, budget: 97 }, ['Quinta do Vale', '81', '97']),
  ),
  ...(['SOON', 'OVERDUE'] as const).map(state =>
    renders(
      planDueTemplate,
      state,
      { kind: 'BATTERY', name: 'Siren', day: '2026-07-20', state, entityId: '9', place: 'Paul | House 1' },
      ['Siren', 'Paul | House 1', '20-07-2026', '/system/entities/9/details?tab=protection'],
    ),
  ),
  renders(reportReadyTemplate, 'with its name', { reportId: '8', name: 'Silos on Monday' }, [
    'Silos on Monday',
    '/reports/8/details',
  ]),
  renders(silencedRuleTemplate, 'of a rule', { ruleId: '6', rule: 'Heat limit', place: 'Paul | House 1', person: 'Rita' }, [
    'Heat limit',
    'Paul | House 1',
    'Rita',
    'https://farm.example/rules/alarms/6/details',
  ]),
  ...(['activation', 'reset'] as const).map(step =>
    renders(accountCodeTemplate, step, { step, userId: '3', name: 'Rita', code: 'c0de', expiresAt: AT }, [
      'Rita',
      '11:10',
      `https://farm.example/account/3/${step}/c0de`,
    ]),
  ),
  renders(passwordChangedTemplate, 'by the user', { name: 'Rita', by: null, at: AT }, ['Rita', '11:10']),
  renders(passwordChangedTemplate, 'by another user', { name: 'Rita', by: 'Paulo', at: AT }, ['Rita', 'Paulo', '11:10']),
  ...[true, false].map(isFormer =>
    renders(
      emailChangedTemplate,
      isFormer ? 'to the former address' : 'to the new address',
      { name: 'Rita', by: 'Paulo', at: AT, isFormer },
      ['Rita', 'Paulo', '11:10'],
    ),
  ),
  renders(emailChangedTemplate, 'by the user', { name: 'Rita', by: null, at: AT, isFormer: true }, ['Rita', '11:10']),
  renders(
    accessChangedTemplate,
    'with each field before and after',
    {
      name: 'Rita',
      by: 'Paulo',
      at: AT,
      before: { role: { id: '1', name: 'Keeper' }, rootEntity: { id: '5', name: 'Paul' }, parts: null },
      after: {
        role: { id: '2', name: 'Vet' },
        rootEntity: { id: '6', name: 'Aves' },
        parts: [{ id: '7', name: 'House 1' }],
      },
    },
    ['Rita', 'Paulo', '11:10', 'Keeper', 'Vet', 'Paul', 'Aves', 'House 1'],
  ),
  ...([...HEARTBEAT_STAGES, 'DATABASE'] as const).map(stage =>
    renders(stalledPathTemplate, stage, { stage, since: AT }, ['11:10', 'https://farm.example/system/heartbeat']),
  ),
]

/** A translator that refuses keys without a text: the product's own answers nothing for them. */
function strict(t: Translate, known: ReadonlySet<string>): Translate {
  const checked = (key: TextKey) => {
    if (!known.has(key)) throw new Error(`no text: ${key}`)
    return key
  }
  const translate: Translate = Object.assign((key: TextKey, values?: Parameters<Translate>[1]) => t(checked(key), values), {
    language: t.language,
    notation: t.notation,
    withNotation: (notation: Translate['notation']) => strict(t.withNotation(notation), known),
    parts: <T>(key: TextKey, values: Parameters<typeof t.parts<T>>[1]) => t.parts<T>(checked(key), values),
  })
  return translate
}

/** Unresolved placeholders, values that are missing, and keys instead of texts. */
const UNRESOLVED =
  /[{}]|\bundefined\b|\bnull\b|\bNaN\b|\[object|\b(?:mail|sms|voice|digest|drill|summary|event|heartbeat)\.[a-z]\w*/

describe.each(languages)('in %s', language => {
  const context = { timeZone: 'Europe/Lisbon', baseUrl: 'https://farm.example', canReply: false }

  test.each(cases)('renders $template.name $title', async ({ template, values, shown }) => {
    const { default: keys } = await import(`@steading/locales/${language}.json`, { with: { type: 'json' } })
    const t = strict(texts[language], new Set(Object.keys(keys as object)))
    const stored: unknown = template === digestTemplate ? values : JSON.parse(JSON.stringify(values))
    const content = template.renderStored(stored, { ...context, t })
    const email = content.mail()
    const forms = {
      subject: content.subject,
      emailSubject: email.subject,
      title: email.title,
      link: email.link.words,
      footer: email.footer,
      text: emailText(email),
      short: content.short(),
      spoken: content.spoken(),
    }
    const entries = Object.entries(forms)
    expect(entries.filter(([, text]) => text.trim() === '')).toEqual([])
    expect(entries.filter(([, text]) => UNRESOLVED.test(text))).toEqual([])
    for (const line of email.lines) expect(line.trim()).not.toBe('')
    for (const value of shown) expect(forms.text).toContain(value)
    expect(emailHtml(email, language)).toContain(email.link.href)
  })
})

test('covers every template that has a text', () => {
  const rendered = new Set(cases.map(({ template }) => template))
  expect(TEMPLATES.filter(template => !rendered.has(template))).toEqual([heartbeatTemplate])
})

test('a WhatsApp summary has its lines and link within the room of the provider', () => {
  const first = Array.from({ length: 10 }, (_, at) => ({ name: `Probe ${at} ${'x'.repeat(150)}`, place: 'House 3', since: AT }))
  const values = { span: 'DAY' as const, from: AT - 86_400_000, to: AT, at: AT, silent: { all: 40, first } }
  const context = { timeZone: 'Europe/Lisbon', baseUrl: 'https://farm.example', canReply: false, t: texts['en-US'] }
  const lines = summaryTemplate.render(values, context).short().split('\n')
  expect(lines.slice(0, 3)).toEqual([
    'Summary of 05-07-2026',
    '40 sensors are not reporting:',
    expect.stringMatching(/^Probe 0 /),
  ])
  expect(lines.slice(-2)).toEqual(['…', 'https://farm.example/'])
  expect(lines.join('\n').length).toBeLessThan(1600)
})
