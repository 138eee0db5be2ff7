import type { RuleKind } from '@steading/contract/rules/rules'
import { useText } from '../../platform/texts.tsx'
import { PageHead } from '../../ui/page/head/PageHead.tsx'
import { ExportRules } from './ExportRules.tsx'
import { NewRule } from './NewRule.tsx'
import Rules from './Rules.tsx'
import { kinds } from '../words.ts'

/** The rules of one kind. */
export function RulesPage({ kind }: { kind: RuleKind }) {
  const t = useText()
  return (
    <>
      <PageHead
        title={t(kinds[kind].title)}
        actions={
          <>
            <ExportRules kind={kind} />
            <NewRule kind={kind} />
          </>
        }
      />
      <Rules kind={kind} />
    </>
  )
}
