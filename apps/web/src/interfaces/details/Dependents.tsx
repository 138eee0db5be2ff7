import type { InterfaceDetails } from '@steading/contract/devices/interfaces'
import type { ComponentProps } from 'react'
import { to } from '../../platform/navigation/paths.ts'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { Entries, ReadOnlyField } from '../../ui/form/edit/FormFields.tsx'
import { Link } from '../../ui/Link.tsx'
import { Card } from '../../ui/page/Card.tsx'
import { LongList } from '../../ui/page/LongList.tsx'
import { RuleMarks } from '../RuleMarks.tsx'
import '../interfaces.css'

/** Rules, calculated sensors and places that use an interface. They prevent its deletion. */
export function InterfaceDependents({ interface: iface }: { interface: InterfaceDetails }) {
  const t = useText()
  const may = useMay()
  const { unseen } = iface
  const rules = iface.activeRules + iface.errorRules + iface.undeployedRules + iface.pendingRules
  const calculated = iface.usedBy.length + unseen.calculated
  const places = iface.defaultOf.length + unseen.places
  return (
    <Card title={t('interface.usedBy')}>
      {rules + calculated + places === 0 ? (
        <p className="dim">{t('interface.unused')}</p>
      ) : (
        <Entries mode="view">
          <ReadOnlyField label={t('nav.rules')}>
            {rules > 0 && (
              <>
                <RuleMarks interface={iface} />
                {unseen.rules > 0 && <p className="dim">{t('interface.unseenRules', { count: unseen.rules })}</p>}
              </>
            )}
          </ReadOnlyField>
          <ReadOnlyField label={t('interface.usedByCalculated')}>
            {calculated > 0 && (
              <PartialList
                unseen={unseen.calculated}
                items={iface.usedBy.map(({ id, displayName }) => ({
                  key: id,
                  content: <Link href={to('/system/interfaces/details/{interfaceId}', { interfaceId: id })}>{displayName}</Link>,
                }))}
              />
            )}
          </ReadOnlyField>
          <ReadOnlyField label={t('interface.defaultOf')}>
            {places > 0 && (
              <PartialList
                unseen={unseen.places}
                items={iface.defaultOf.map(({ id, displayName }) => ({
                  key: id,
                  content: may('entities.read') ? (
                    <Link href={to('/system/entities/{entityid}/details', { entityid: id })}>{displayName}</Link>
                  ) : (
                    displayName
                  ),
                }))}
              />
            )}
          </ReadOnlyField>
        </Entries>
      )}
    </Card>
  )
}

/** Visible items, and the number of those out of the user's scope. */
function PartialList({ items, unseen }: { items: ComponentProps<typeof LongList>['items']; unseen: number }) {
  const t = useText()
  return (
    <>
      {items.length > 0 && <LongList items={items} />}
      {unseen > 0 && <p className="dim">{t('interface.unseen', { count: unseen })}</p>}
    </>
  )
}
