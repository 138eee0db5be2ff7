import { RuleBody } from '@steading/contract/rulebody'
import type { RuleDetails } from '@steading/contract/rules'
import { missing, number } from '@steading/locales/format'
import { to } from '../app/index.ts'
import { useMay } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { Link } from '../ui/Link.tsx'
import { Card } from '../ui/page/Card.tsx'
import { Fields } from '../ui/page/Fields.tsx'
import { When } from '../ui/page/When.tsx'
import { boxWord, runsAnother } from './words.ts'
import './rules.css'

/** Where a rule runs, which version of it, and what the box said last. */
export function WhereItRuns({ rule }: { rule: RuleDetails }) {
  const t = useText()
  const may = useMay()
  const { terminal } = rule
  const box = terminal && (
    <span className="runs-on">
      {may('terminals.read') ? (
        <Link href={to('/system/terminals/details/{terminalId}', { terminalId: terminal.id })}>{terminal.displayName}</Link>
      ) : (
        terminal.displayName
      )}
      <span className={terminal.connected ? 'runs-there' : 'runs-off'}>{t(boxWord(terminal))}</span>
    </span>
  )
  const running =
    rule.runningVersion === null ? (
      t('rule.notRunning')
    ) : (
      <span className={runsAnother(rule) ? 'runs-off' : undefined}>{number(rule.runningVersion, t)}</span>
    )
  return (
    <Card title={t('rule.whereItRuns')}>
      <Fields
        items={[
          { label: t('rule.runsOn'), value: box ?? t('rule.global') },
          { label: t('rule.versionHere'), value: number(rule.ruleVersion, t) },
          { label: terminal ? t('rule.versionThere') : t('rule.versionRunning'), value: running },
          { label: t('ui.timeZone'), value: zoneOf(rule)?.replaceAll('_', ' ') },
          { label: t('rule.requested'), value: rule.requestedUtc ? <When at={rule.requestedUtc} /> : missing },
          ...(terminal
            ? [{ label: t('rule.reported'), value: rule.reportedUtc ? <When at={rule.reportedUtc} /> : missing }]
            : []),
        ]}
      />
    </Card>
  )
}

/** Its box's; a rule of the cloud goes by the zone of its place, which its body names. */
const zoneOf = ({ terminal, body }: RuleDetails): string | undefined =>
  terminal?.timeZone ?? RuleBody.safeParse(body).data?.timeZone
