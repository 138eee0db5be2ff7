import type { RuleDetails } from '@steading/contract/rules/rules'
import { duration } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import { channelWord, unnamed } from '../../outbox/index.ts'
import { useText } from '../../platform/texts.tsx'
import { SeverityMark } from '../../ui/marks/SeverityMark.tsx'
import { Fields } from '../../ui/page/Fields.tsx'
import type { InterfaceLookup } from '../describe/interfaceLookup.ts'
import type { AlarmLinesBody } from '@steading/rules/alarms/limits'
import { alarmConditions } from '../describe/conditions/alarmConditions.ts'
import '../rules.css'

type Action = NonNullable<RuleDetails['eventConfiguration']>['actionConfigurations'][number]

/** A channel with its recipients: "Email: people in charge, 2 users". */
function recipientsWords({ type, notifyResponsible, properties: { usersList, contactsList } }: Action, t: Translate): string {
  const who = [
    notifyResponsible && t('entity.responsibles'),
    usersList.length > 0 && t('count.users', { count: usersList.length }),
    contactsList.length > 0 && t('count.contacts', { count: contactsList.length }),
  ].filter(Boolean)
  return `${t(channelWord[type])}: ${who.length > 0 ? who.join(', ') : t('rule.tellsNobody')}`
}

/** The conditions of an alarm, each with its limits by the calendar where it has such. */
export function AlarmConditions({ body, knownOf, now }: { body: AlarmLinesBody; knownOf: InterfaceLookup; now: number }) {
  const t = useText()
  return (
    <ul className="rule-lines">
      {alarmConditions(body, knownOf, t, now).map(({ words, repetition, steps }, at) => (
        // Two lines may say the same; they never move.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={at}>
          <SeverityMark level={body.event.severityLevel} mute />
          <span className="two">
            <b>{words}</b>
            <span>{repetition}</span>
            {steps.length > 0 && (
              <ul className="rule-steps">
                {steps.map(step => (
                  <li key={step.words} aria-current={step.current ? 'step' : undefined}>
                    {step.words}
                  </li>
                ))}
              </ul>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** The event that an alarm opens, and its recipients. */
export function AlarmSettings({ rule, body }: { rule: RuleDetails; body: AlarmLinesBody }) {
  const t = useText()
  const { severityLevel, ruleDelay, status } = body.event
  const telling = rule.eventConfiguration?.actionConfigurations.filter(configuration => configuration.status === 'ACTIVE') ?? []
  const nobody = status === 'CLOSED' ? 'rule.tellsNobody' : unnamed(telling, severityLevel)
  return (
    <Fields
      items={[
        ...(body.inputs.lines.length > 1
          ? [
              {
                label: t('rule.combination'),
                value: t(body.inputs.lineLogic === 'ANY' ? 'rule.lineLogic.any' : 'rule.lineLogic.all'),
              },
            ]
          : []),
        { label: t('rule.opens'), value: rule.eventConfiguration?.title },
        { label: t('event.severity.label'), value: <SeverityMark level={severityLevel} word /> },
        { label: t('rule.eventDelay'), value: ruleDelay > 0 ? duration(ruleDelay, t) : t('rule.noDelay') },
        { label: t('rule.closing'), value: t(body.autoClose ? 'event.autoClose' : 'rule.closedByHand') },
        {
          label: t('rule.whoIsTold'),
          value: nobody ? t(nobody) : telling.map(action => recipientsWords(action, t)).join(' · '),
        },
      ]}
    />
  )
}
