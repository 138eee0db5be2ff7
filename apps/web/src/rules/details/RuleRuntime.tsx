import { RuleBody } from '@steading/contract/rules/body'
import type { RuleDetails } from '@steading/contract/rules/rules'
import { missing, number } from '@steading/locales/format'
import { to } from '../../platform/navigation/paths.ts'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { Link } from '../../ui/Link.tsx'
import { Card } from '../../ui/page/Card.tsx'
import { Fields } from '../../ui/page/Fields.tsx'
import { When } from '../../ui/page/time/Timestamp.tsx'
import { terminalStateWord, runsOtherVersion } from '../words.ts'
import '../rules.css'

/** Terminal and running version of a rule, and its last report. */
export function RuleRuntime({ rule }: { rule: RuleDetails }) {
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
      <span className={terminal.connected ? 'runs-there' : 'runs-off'}>{t(terminalStateWord(terminal))}</span>
    </span>
  )
  const running =
    rule.runningVersion === null ? (
      t('rule.notRunning')
    ) : (
      <span className={runsOtherVersion(rule) ? 'runs-off' : undefined}>{number(rule.runningVersion, t)}</span>
    )
  return (
    <Card title={t('rule.whereItRuns')}>
      <Fields
        items={[
          { label: t('rule.runsOn'), value: box ?? t('rule.global') },
          { label: t('rule.versionHere'), value: number(rule.ruleVersion, t) },
          { label: terminal ? t('rule.versionThere') : t('rule.versionRunning'), value: running },
          { label: t('ui.timeZone'), value: timeZoneOf(rule)?.replaceAll('_', ' ') },
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
const timeZoneOf = ({ terminal, body }: RuleDetails): string | undefined =>
  terminal?.timeZone ?? RuleBody.safeParse(body).data?.timeZone
