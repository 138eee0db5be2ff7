import type { RuleBody } from '@steading/contract/rulebody'
import type { RuleDetails } from '@steading/contract/rules'
import { useNow } from '../platform/clock.ts'
import { useText } from '../platform/texts.tsx'
import { Card } from '../ui/page/Card.tsx'
import { AlarmFacts, AlarmLines } from './AlarmWords.tsx'
import { Drawing } from './Drawing.tsx'
import type { KnownOf } from './known.ts'
import { sentencesOf } from './sentences.ts'
import { versionShown } from './words.ts'
import './rules.css'

/** What a rule does, in words that need no manual. */
export function WhatItDoes({ rule, body, knownOf }: { rule: RuleDetails; body: RuleBody; knownOf: KnownOf }) {
  const t = useText()
  const now = useNow()
  const alarm = 'event' in body ? body : undefined
  const sentences = sentencesOf(body, knownOf, t, now)
  return (
    <Card title={t('rule.whatItDoes')} hint={versionShown(rule, t)}>
      {alarm && <AlarmLines body={alarm} knownOf={knownOf} now={now} />}
      {sentences.length > 0 && (
        <ul className="rule-says">
          {sentences.map(sentence => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      <Drawing body={body} knownOf={knownOf} />
      {alarm && <AlarmFacts rule={rule} body={alarm} />}
    </Card>
  )
}
