import type { RuleBody } from '@steading/contract/rulebody'
import type { RuleDetails } from '@steading/contract/rules'
import { duration } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import { channelWord } from '../outbox/index.ts'
import { useText } from '../platform/texts.tsx'
import { SeverityMark } from '../ui/marks/SeverityMark.tsx'
import { Card } from '../ui/page/Card.tsx'
import { Fields } from '../ui/page/Fields.tsx'
import { controlSentences } from './control.ts'
import type { KnownOf } from './known.ts'
import { spokenLines } from './lines.ts'
import './rules.css'

type Alarm = RuleBody & { template: 'ALARM_WITHOUT_ACTUATION' }
type Action = NonNullable<RuleDetails['eventConfiguration']>['actionConfigurations'][number]

/** A channel and who hears of it there: "Email: people in charge, 2 users". */
function recipientsWords({ type, notifyResponsible, properties: { usersList, contactsList } }: Action, t: Translate): string {
  const who = [
    notifyResponsible && t('entity.responsibles'),
    usersList.length > 0 && t('count.users', { count: usersList.length }),
    contactsList.length > 0 && t('count.contacts', { count: contactsList.length }),
  ].filter(Boolean)
  return `${t(channelWord[type])}: ${who.length > 0 ? who.join(', ') : t('rule.tellsNobody')}`
}

/** What a rule does, in words that need no manual. */
export function WhatItDoes({ rule, body, knownOf }: { rule: RuleDetails; body: RuleBody; knownOf: KnownOf }) {
  const t = useText()
  return (
    <Card title={t('rule.whatItDoes')}>
      {body.template === 'ALARM_WITHOUT_ACTUATION' ? (
        <AlarmWords rule={rule} body={body} knownOf={knownOf} />
      ) : (
        <ul className="rule-says">
          {controlSentences(body, knownOf, t).map(sentence => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function AlarmWords({ rule, body, knownOf }: { rule: RuleDetails; body: Alarm; knownOf: KnownOf }) {
  const t = useText()
  const { severityLevel, ruleDelay, status } = body.event
  const telling = rule.eventConfiguration?.actionConfigurations.filter(one => one.status === 'ACTIVE') ?? []
  const lines = spokenLines(body, knownOf, t)
  return (
    <>
      <ul className="rule-lines">
        {lines.map(({ words, telling: told }) => (
          <li key={`${words} ${told}`}>
            <SeverityMark level={severityLevel} mute />
            <span className="two">
              <b>{words}</b>
              <span>{told}</span>
            </span>
          </li>
        ))}
      </ul>
      <Fields
        items={[
          ...(lines.length > 1
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
            value:
              status === 'CLOSED' || telling.length === 0
                ? t('rule.tellsNobody')
                : telling.map(one => recipientsWords(one, t)).join(' · '),
          },
        ]}
      />
    </>
  )
}
