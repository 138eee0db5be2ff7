import type { AlarmPlan, PlanPerson } from '@steading/contract/protection/alarmPlan'
import { aboutMinutes } from '@steading/contract/events/danger'
import { camel } from '@steading/locales/camel'
import { date, dateTime, duration, missing, quantity } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import type { PdfBlock, PdfDocument } from '../platform/documents/documents.types.ts'

interface Context {
  readonly t: Translate
  /** Address of the living page. */
  readonly url: string
  readonly createdAt: Date
}

/** The alarm plan for the wall of the house: numbers first, then order, instructions, equipment. Times are those of the place. */
export function planDocument(plan: AlarmPlan, { t, url, createdAt }: Context): PdfDocument {
  return {
    kind: 'PDF',
    title: `${t('protection.plan')}: ${plan.entity.name}`,
    subtitle: plan.farmName ?? '',
    footer: t('report.created', { at: dateTime(createdAt, plan.timeZone, t), zone: plan.timeZone }),
    language: t.language,
    notation: t.notation,
    blocks: [
      ...calls(plan, t),
      ...order(plan, t),
      ...instructions(plan, t),
      places(plan, t),
      ...batteries(plan, t),
      code(url, t),
    ],
  }
}

const code = (url: string, t: Translate): PdfBlock => ({ kind: 'QR', url, caption: t('protection.plan.scan') })
const day = (text: string | null, t: Translate) => (text === null ? missing : date(`${text}T00:00:00Z`, 'UTC', t))

/** Numbers of people with an account, in the order in which they are notified, then contacts. */
function calls({ steps, onDuty, content }: AlarmPlan, t: Translate): PdfBlock[] {
  const people = new Map<string, PlanPerson>()
  for (const person of [...steps.flatMap(step => [...(step.onDuty ? onDuty : []), ...step.people])])
    people.set(person.userId, person)
  const items = [
    ...[...people.values()].flatMap(({ shortName, phone }) => (phone === null ? [] : [{ name: shortName, detail: '', phone }])),
    ...content.contacts.map(({ planRole, displayName, phone, note }) => ({
      name: displayName,
      detail: [t(`protection.role.${camel(planRole)}`), note].filter(part => part !== '').join(' · '),
      phone,
    })),
  ]
  return items.length === 0 ? [] : [{ kind: 'CALLS', title: t('protection.plan.contacts'), items }]
}

function order({ steps }: AlarmPlan, t: Translate): PdfBlock[] {
  if (steps.length === 0) return []
  return [
    {
      kind: 'TABLE',
      title: t('protection.plan.call'),
      columns: [{ title: '' }, { title: t('drill.people') }, { title: t('alarm.escalation') }],
      rows: steps.map((step, at) => [
        t('protection.plan.step', { number: at + 1 }),
        stepPeople(step, t),
        at < steps.length - 1 ? t('protection.plan.wait', { duration: duration(step.delay, t) }) : '',
      ]),
    },
  ]
}

export const stepPeople = ({ people, onDuty, hidden }: AlarmPlan['steps'][number], t: Translate): string =>
  [
    ...(onDuty ? [t('alarm.onDuty')] : []),
    ...people.map(({ shortName, channels }) =>
      channels.length === 0 ? shortName : `${shortName} (${channels.map(channel => t(CHANNEL_WORDS[channel])).join(', ')})`,
    ),
    ...(hidden > 0 ? [t('protection.plan.hidden', { count: hidden })] : []),
  ].join('; ')

const CHANNEL_WORDS = {
  MAIL: 'notification.mail',
  SMS: 'notification.sms',
  VOICE: 'notification.voice',
  WHATSAPP: 'notification.whatsapp',
} as const

function instructions({ content, categories }: AlarmPlan, t: Translate): PdfBlock[] {
  const withInstruction = new Set(content.instructions.map(({ planCategory }) => planCategory))
  const rows = [
    ...content.instructions.map(({ planCategory, text }) => [t(`event.category.${camel(planCategory)}`), text]),
    ...categories
      .filter(category => !withInstruction.has(category))
      .map(category => [t(`event.category.${camel(category)}`), t('protection.plan.noInstruction')]),
  ]
  if (rows.length === 0) return []
  return [
    {
      kind: 'TABLE',
      title: t('protection.plan.instructions'),
      columns: [{ title: t('event.category.label') }, { title: t('protection.plan.instructionText') }],
      rows,
    },
  ]
}

function places({ content, danger, boxes, timeZone, lastDrill }: AlarmPlan, t: Translate): PdfBlock {
  const { generator } = content
  const texts = (['siren', 'powerMain', 'waterMain', 'gasMain', 'assemblyPoint'] as const).flatMap(section =>
    content[section] === '' ? [] : [{ label: t(`protection.plan.${section}`), value: content[section] }],
  )
  return {
    kind: 'FIELDS',
    title: t('protection.plan.power'),
    items: [
      ...texts,
      ...(generator
        ? [
            { label: t('protection.plan.generator'), value: generatorText(generator, t) },
            { label: t('protection.plan.serviceDue'), value: day(generator.serviceDue, t) },
          ]
        : []),
      ...(danger ? [{ label: t('danger.label'), value: t('duration.minutes', { count: aboutMinutes(danger.minutes) }) }] : []),
      ...(boxes.length > 0
        ? [{ label: t('protection.plan.boxes'), value: boxes.map(({ displayName }) => displayName).join(', ') }]
        : []),
      {
        label: t('protection.plan.lastDrill'),
        value: lastDrill
          ? `${dateTime(lastDrill.startedUtc, timeZone, t)}, ${t(`drill.result.${camel(lastDrill.result)}`)}`
          : t('protection.plan.noDrill'),
      },
    ],
  }
}

const generatorText = (generator: NonNullable<AlarmPlan['content']['generator']>, t: Translate) =>
  [
    generator.make,
    ...(generator.powerKw === null ? [] : [quantity(generator.powerKw, 'kW', t)]),
    t(`protection.fuel.${camel(generator.fuelKind)}`),
    t(`protection.start.${camel(generator.start)}`),
    ...(generator.location === '' ? [] : [generator.location]),
  ].join(', ')

function batteries({ content }: AlarmPlan, t: Translate): PdfBlock[] {
  if (content.batteries.length === 0) return []
  return [
    {
      kind: 'TABLE',
      title: t('protection.plan.batteries'),
      columns: [
        { title: t('protection.plan.batteryOf') },
        { title: t('protection.plan.location') },
        { title: t('protection.plan.fitted') },
        { title: t('protection.plan.replaceBy') },
      ],
      rows: content.batteries.map(({ displayName, location, fitted, replaceBy }) => [
        displayName,
        location,
        day(fitted, t),
        day(replaceBy, t),
      ]),
    },
  ]
}
