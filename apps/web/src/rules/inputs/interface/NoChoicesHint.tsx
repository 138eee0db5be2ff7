import { Button } from '@mantine/core'
import { useText } from '../../../platform/texts.tsx'
import { useRuleFormData } from '../../values/ruleFormData.ts'
import { noChoicesWords } from '../inputWords.ts'

/** Why there is nothing to choose; where another house has some, the way to them. */
export function NoChoicesHint() {
  const t = useText()
  const { unavailable, toShowAll, engine } = useRuleFormData()
  return (
    <>
      {noChoicesWords({ unavailable, toShowAll, engine }, t)}
      {unavailable === undefined && toShowAll && (
        <>
          {' '}
          <Button size="compact-xs" variant="default" onClick={toShowAll}>
            {t('rule.showAll')}
          </Button>
        </>
      )}
    </>
  )
}
