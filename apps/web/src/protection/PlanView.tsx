import type { AlarmPlan, PlanDue, PlanPerson, PlanSection } from '@steading/contract/protection/alarmPlan'
import { camel } from '@steading/locales/camel'
import { dangerWords } from '@steading/locales/events/danger'
import { date, dateTime, duration, quantity } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import { IconAlertTriangle, IconPhone } from '@tabler/icons-react'
import { to } from '../platform/navigation/paths.ts'
import { useText } from '../platform/texts.tsx'
import { Link } from '../ui/Link.tsx'
import { StatusPill } from '../ui/marks/StatusPill.tsx'
import { Card } from '../ui/page/Card.tsx'
import { Fields } from '../ui/page/Fields.tsx'
import { Note } from '../ui/page/Note.tsx'

interface Props {
  readonly plan: AlarmPlan
}

/** The alarm plan in force: numbers, order, instructions, and what protects the animals now. */
export const PlanView = ({ plan }: Props) => (
  <>
    <DueList due={plan.due} />
    <Contacts plan={plan} />
    <Order plan={plan} />
    <Instructions plan={plan} />
    <Equipment plan={plan} />
    <Boxes plan={plan} />
    {plan.content.batteries.length > 0 && <Batteries plan={plan} />}
  </>
)

const DUE_WORDS = { GENERATOR_SERVICE: 'protection.due.service', BATTERY: 'protection.due.battery' } as const
/** A calendar day as the reader writes it. */
export const dayText = (day: string | null, t: Translate) => day && date(`${day}T00:00:00Z`, 'UTC', t)

function DueList({ due }: { due: readonly PlanDue[] }) {
  const t = useText()
  if (due.length === 0) return null
  return (
    <ul className="protection-due">
      {due.map(({ kind, name, day, state }) => (
        <li key={`${kind} ${name} ${day}`} data-state={state}>
          <IconAlertTriangle size={16} aria-hidden />
          <b>{t(DUE_WORDS[kind], { name })}</b>
          <span>{t(`protection.due.${camel(state)}`, { date: dayText(day, t)! })}</span>
        </li>
      ))}
    </ul>
  )
}

/** From where a section is inherited. */
function useOrigin({ inherited }: AlarmPlan) {
  const t = useText()
  return (section: PlanSection) => {
    const origin = inherited.find(entry => entry.section === section)
    return origin ? t('escalation.from', { place: origin.from }) : undefined
  }
}

function Contacts({ plan }: Props) {
  const t = useText()
  const origin = useOrigin(plan)
  const { contacts } = plan.content
  return (
    <Card title={t('protection.plan.contacts')} hint={origin('contacts')}>
      {contacts.length === 0 ? (
        <p className="dim">{t('protection.plan.empty')}</p>
      ) : (
        <ul className="protection-calls">
          {contacts.map(({ planRole, displayName, phone, note }) => (
            <li key={`${displayName} ${phone}`}>
              <span className="two">
                <b>{displayName}</b>
                <span>{[t(`protection.role.${camel(planRole)}`), note].filter(part => part !== '').join(' · ')}</span>
              </span>
              <Call phone={phone} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

const Call = ({ phone }: { phone: string }) => (
  <a className="protection-call num" href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>
    <IconPhone size={16} aria-hidden />
    {phone}
  </a>
)

const CHANNEL_WORDS = {
  MAIL: 'notification.mail',
  SMS: 'notification.sms',
  VOICE: 'notification.voice',
  WHATSAPP: 'notification.whatsapp',
} as const

function Person({ person: { shortName, phone, channels } }: { person: PlanPerson }) {
  const t = useText()
  return (
    <li>
      <span className="two">
        <b>{shortName}</b>
        {channels.length > 0 && <span>{channels.map(channel => t(CHANNEL_WORDS[channel])).join(', ')}</span>}
      </span>
      {phone !== null && <Call phone={phone} />}
    </li>
  )
}

function Order({ plan: { steps, stepsOf, onDuty, entity } }: Props) {
  const t = useText()
  return (
    <Card
      title={t('protection.plan.call')}
      hint={stepsOf !== null && stepsOf !== entity.displayName ? t('escalation.from', { place: stepsOf }) : undefined}
    >
      {steps.length === 0 && <Note>{t('protection.plan.nobody')}</Note>}
      <ol className="protection-steps">
        {steps.map((step, at) => (
          // oxlint-disable-next-line no-array-index-key -- a step is its place
          <li key={at}>
            <h3>
              {t('protection.plan.step', { number: at + 1 })}
              {step.onDuty && ` · ${t('alarm.onDuty')}`}
            </h3>
            <ul className="protection-calls">
              {[...(step.onDuty ? onDuty : []), ...step.people].map(person => (
                <Person key={person.userId} person={person} />
              ))}
            </ul>
            {step.hidden > 0 && <p className="dim">{t('protection.plan.hidden', { count: step.hidden })}</p>}
            {at < steps.length - 1 && <p className="dim">{t('protection.plan.wait', { duration: duration(step.delay, t) })}</p>}
          </li>
        ))}
      </ol>
    </Card>
  )
}

function Instructions({ plan }: Props) {
  const t = useText()
  const origin = useOrigin(plan)
  const { content, categories } = plan
  const withInstruction = new Set(content.instructions.map(({ planCategory }) => planCategory))
  const missing = categories.filter(category => !withInstruction.has(category))
  return (
    <Card title={t('protection.plan.instructions')} hint={origin('instructions')}>
      {content.instructions.length === 0 && missing.length === 0 && <p className="dim">{t('protection.plan.empty')}</p>}
      <dl className="protection-instructions">
        {content.instructions.map(({ planCategory, text }) => (
          <div key={planCategory}>
            <dt>{t(`event.category.${camel(planCategory)}`)}</dt>
            <dd>{text}</dd>
          </div>
        ))}
        {missing.map(category => (
          <div key={category}>
            <dt>{t(`event.category.${camel(category)}`)}</dt>
            <dd className="dim">{t('protection.plan.noInstruction')}</dd>
          </div>
        ))}
      </dl>
      <p className="protection-foot">
        {categories.length === 0
          ? t('protection.plan.noAlarms')
          : `${t('protection.plan.alarmed')}: ${categories.map(category => t(`event.category.${camel(category)}`)).join(', ')}`}
      </p>
    </Card>
  )
}

function Equipment({ plan: { content, danger, lastDrill, timeZone } }: Props) {
  const t = useText()
  const { generator } = content
  const dangerText = danger ? dangerWords(danger, t).estimate : t('protection.plan.dangerNone')
  return (
    <Card title={t('protection.plan.power')}>
      <Fields
        items={[
          ...(['siren', 'powerMain', 'waterMain', 'gasMain', 'assemblyPoint'] as const).map(section => ({
            label: t(`protection.plan.${section}`),
            value: content[section],
          })),
          {
            label: t('protection.plan.generator'),
            value:
              generator &&
              [
                generator.make,
                ...(generator.powerKw === null ? [] : [quantity(generator.powerKw, 'kW', t)]),
                t(`protection.fuel.${camel(generator.fuelKind)}`),
                t(`protection.start.${camel(generator.start)}`),
                ...(generator.location === '' ? [] : [generator.location]),
              ].join(', '),
          },
          ...(generator ? [{ label: t('protection.plan.serviceDue'), value: dayText(generator.serviceDue, t) }] : []),
          { label: t('danger.label'), value: dangerText },
          {
            label: t('protection.plan.lastDrill'),
            value: lastDrill ? (
              <Link href={to('/drills/{drillId}', { drillId: lastDrill.id })}>
                {dateTime(lastDrill.startedUtc, timeZone, t)}, {t(`drill.result.${camel(lastDrill.result)}`)}
              </Link>
            ) : (
              t('protection.plan.noDrill')
            ),
          },
        ]}
      />
    </Card>
  )
}

function Boxes({ plan: { boxes, timeZone } }: Props) {
  const t = useText()
  return (
    <Card title={t('protection.plan.boxes')}>
      {boxes.length === 0 ? (
        <p className="dim">{t('protection.plan.noBoxes')}</p>
      ) : (
        <ul className="protection-boxes">
          {boxes.map(({ id, displayName, isConnected, lastCommunicationUtc, isMainsPresent, isGeneratorRunning }) => (
            <li key={id}>
              <b>{displayName}</b>
              <StatusPill tone={isConnected ? 'ok' : 'error'}>
                {t(isConnected ? 'protection.plan.connected' : 'protection.plan.disconnected')}
              </StatusPill>
              {!isConnected && lastCommunicationUtc && (
                <span className="dim num">{dateTime(lastCommunicationUtc, timeZone, t)}</span>
              )}
              {isMainsPresent === null ? (
                <span className="dim">{t('protection.plan.noMainsInput')}</span>
              ) : (
                <StatusPill tone={isMainsPresent ? 'ok' : 'error'}>
                  {t(isMainsPresent ? 'bool.mains.true' : 'bool.mains.false')}
                </StatusPill>
              )}
              {isGeneratorRunning !== null && (
                <span className="dim">
                  {t('category.generator')}: {t(isGeneratorRunning ? 'bool.generator.true' : 'bool.generator.false')}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function Batteries({ plan }: Props) {
  const t = useText()
  const origin = useOrigin(plan)
  return (
    <Card title={t('protection.plan.batteries')} hint={origin('batteries')}>
      <ul className="protection-boxes">
        {plan.content.batteries.map(({ displayName, location, fitted, replaceBy }) => (
          <li key={`${displayName} ${location}`}>
            <span className="two">
              <b>{displayName}</b>
              {location !== '' && <span>{location}</span>}
            </span>
            {fitted && (
              <span className="dim">
                {t('protection.plan.fitted')}: {dayText(fitted, t)}
              </span>
            )}
            {replaceBy && (
              <span>
                {t('protection.plan.replaceBy')}: {dayText(replaceBy, t)}
              </span>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
