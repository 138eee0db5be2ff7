import type { InterfaceDetails } from '@steading/contract/interfaces'
import { number } from '@steading/locales/format'
import type { TextKey } from '@steading/locales/text'
import type { ComponentProps } from 'react'
import { to } from '../app/index.ts'
import { useMay } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { Entries, Shown } from '../ui/form/Entries.tsx'
import { Link } from '../ui/Link.tsx'
import { StatusPill, type StatusTone } from '../ui/marks/StatusPill.tsx'
import { Card } from '../ui/page/Card.tsx'
import { LongList } from '../ui/page/LongList.tsx'
import './interfaces.css'

type Counts = Pick<InterfaceDetails, 'activeRules' | 'errorRules' | 'undeployedRules' | 'pendingRules'>

const states = [
  { key: 'activeRules', tone: 'ok', word: 'deploy.status.deployed' },
  { key: 'errorRules', tone: 'error', word: 'deploy.status.error' },
  { key: 'pendingRules', tone: 'pending', word: 'deploy.status.pending' },
  { key: 'undeployedRules', tone: 'idle', word: 'deploy.status.undeployed' },
] as const satisfies readonly { key: keyof Counts; tone: StatusTone; word: TextKey }[]

/** How many rules it takes part in, by what became of them; `short` leaves the words to screen readers. */
export function RuleMarks({ of, short = false }: { of: Counts; short?: boolean }) {
  const t = useText()
  return (
    <span className="rule-marks">
      {states.map(
        ({ key, tone, word }) =>
          of[key] > 0 && (
            <StatusPill key={key} tone={tone}>
              <span className="num">{number(of[key], t)}</span> <span className={short ? 'vh' : undefined}>{t(word)}</span>
            </StatusPill>
          ),
      )}
    </span>
  )
}

/** What needs it: rules, calculated sensors, places that it stands for. It cannot be deleted before. */
export function Needs({ of }: { of: InterfaceDetails }) {
  const t = useText()
  const may = useMay()
  const { unseen } = of
  const rules = of.activeRules + of.errorRules + of.undeployedRules + of.pendingRules
  const calculated = of.usedBy.length + unseen.calculated
  const places = of.defaultOf.length + unseen.places
  return (
    <Card title={t('interface.usedBy')}>
      {rules + calculated + places === 0 ? (
        <p className="dim">{t('interface.unused')}</p>
      ) : (
        <Entries mode="view">
          <Shown label={t('nav.rules')}>
            {rules > 0 && (
              <>
                <RuleMarks of={of} />
                {unseen.rules > 0 && <p className="dim">{t('interface.unseenRules', { count: unseen.rules })}</p>}
              </>
            )}
          </Shown>
          <Shown label={t('interface.usedByCalculated')}>
            {calculated > 0 && (
              <Some
                unseen={unseen.calculated}
                items={of.usedBy.map(({ id, displayName }) => ({
                  key: id,
                  content: <Link href={to('/system/interfaces/details/{interfaceId}', { interfaceId: id })}>{displayName}</Link>,
                }))}
              />
            )}
          </Shown>
          <Shown label={t('interface.defaultOf')}>
            {places > 0 && (
              <Some
                unseen={unseen.places}
                items={of.defaultOf.map(({ id, displayName }) => ({
                  key: id,
                  content: may('entities.read') ? (
                    <Link href={to('/system/entities/{entityid}/details', { entityid: id })}>{displayName}</Link>
                  ) : (
                    displayName
                  ),
                }))}
              />
            )}
          </Shown>
        </Entries>
      )}
    </Card>
  )
}

/** Those that one sees, and how many more there are. */
function Some({ items, unseen }: { items: ComponentProps<typeof LongList>['items']; unseen: number }) {
  const t = useText()
  return (
    <>
      {items.length > 0 && <LongList items={items} />}
      {unseen > 0 && <p className="dim">{t('interface.unseen', { count: unseen })}</p>}
    </>
  )
}
