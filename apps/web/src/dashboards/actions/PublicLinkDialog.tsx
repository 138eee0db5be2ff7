import { Button } from '@mantine/core'
import { type DashboardWidgets, MOST_IN_TURN, PUBLIC_LINK_KINDS, type PublicLink } from '@steading/contract/widgets/dashboards'
import { dateTime } from '@steading/locales/format'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useZone } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { MultiSelectField } from '../../ui/form/fields/MultiSelectField.tsx'
import { SwitchField } from '../../ui/form/fields/SwitchField.tsx'
import { Modal } from '../../ui/overlay/Modal.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useTellError } from '../../ui/overlay/useTellError.ts'
import { Copyable } from '../../ui/page/Copyable.tsx'
import { Failed } from '../../ui/state/Failed.tsx'
import { Skeletons } from '../../ui/state/Skeletons.tsx'
import { listQuery } from '../dashboards.queries.ts'
import { LazyLinkHouses } from '../house/lazyHouse.ts'
import { namesHouse } from '../house/namesHouse.ts'
import { createPublicLink, publicLinksQuery, revokePublicLink } from './actions.queries.ts'
import './publicLink.css'

type Kind = PublicLink['kind']
const NAMES = { PUBLIC: 'dashboard.link.public', KIOSK: 'dashboard.link.kiosk' } as const

/** The page of a link; browsers do not send the fragment to a server. */
const addressOf = (link: string) => `${location.origin}/farmview/public-dashboard#${link}`

/** Creates and revokes the public links of a dashboard. */
export default function PublicLinkDialog({ dashboard, close }: { dashboard: DashboardWidgets; close: () => void }) {
  const t = useText()
  const zone = useZone()
  const tellError = useTellError()
  const { data, error, refetch } = useQuery(publicLinksQuery(dashboard.id))
  const [chosen, setChosen] = useState<Partial<Record<Kind, boolean>>>({})
  const [chosenTurn, chooseTurn] = useState<string[]>()
  const widgets = useMemo(() => Object.values(dashboard.widgets), [dashboard.widgets])
  const isForHouses = namesHouse(widgets)
  const { data: list = [] } = useQuery(listQuery)
  const others = list.filter(({ id, mayArrange }) => mayArrange && id !== dashboard.id)
  const [isBusy, setIsBusy] = useState(false)
  const [created, setCreated] = useState<{ readonly kind: Kind; readonly link: string }>()
  const during = async (act: () => Promise<void>) => {
    if (isBusy) return
    setIsBusy(true)
    try {
      await act()
    } catch (failure) {
      await tellError(failure)
    } finally {
      setIsBusy(false)
    }
  }
  const create = (kind: Kind, includesAll: boolean, turnDashboardIds: string[]) =>
    during(async () => setCreated({ kind, link: await createPublicLink(dashboard.id, { kind, includesAll, turnDashboardIds }) }))
  const revoke = (kind: Kind) =>
    during(async () => {
      await revokePublicLink(dashboard.id, kind)
      setCreated(undefined)
      toast(t('dashboard.link.revoked'))
    })
  return (
    <Modal title={t('dashboard.publicLink')} size={560} onClose={close}>
      <p className="dialog-text">{t('dashboard.publicLinkHint')}</p>
      {isForHouses && <LazyLinkHouses dashboardId={dashboard.id} widgets={widgets} waiting={<Skeletons rows={1} />} />}
      {!data ? (
        error ? (
          <Failed what={t('failed.list')} error={error} retry={() => void refetch()} />
        ) : (
          <Skeletons rows={3} />
        )
      ) : (
        <div className="stack">
          {PUBLIC_LINK_KINDS.map(kind => {
            const link = data.find(one => one.kind === kind)
            // A link that is renewed includes what it included, unless somebody chooses otherwise.
            const includesAll = chosen[kind] ?? link?.includesAll ?? false
            const turn = kind === 'KIOSK' ? (chosenTurn ?? link?.turn.map(({ id }) => id) ?? []) : []
            return (
              <section key={kind} className="public-link" aria-label={t(NAMES[kind])}>
                <h3>{t(NAMES[kind])}</h3>
                <p className="dim">
                  {link
                    ? t('dashboard.link.since', {
                        date: dateTime(link.createdUtc, zone, t),
                        name: link.createdBy?.shortName ?? t('ui.system'),
                      })
                    : t('dashboard.link.none')}
                </p>
                {isForHouses && link?.showsHouses === false && <p>{t('dashboard.link.withoutHouses')}</p>}
                {created?.kind === kind && (
                  <div className="stack">
                    <p>{t('dashboard.link.once')}</p>
                    <Copyable label={t('dashboard.publicLink')} text={addressOf(created.link)} />
                  </div>
                )}
                <SwitchField
                  label={t('dashboard.link.includesAll')}
                  checked={includesAll}
                  onChange={event => setChosen({ ...chosen, [kind]: event.currentTarget.checked })}
                />
                {kind === 'KIOSK' && others.length > 0 && (
                  <MultiSelectField
                    label={t('dashboard.link.turn')}
                    hint={t('dashboard.link.turnHint')}
                    max={MOST_IN_TURN - 1}
                    options={others.map(({ id, displayName }) => ({ value: id, label: displayName }))}
                    value={turn}
                    onChange={chooseTurn}
                  />
                )}
                {turn.length > 0 && <p className="dim">{t('dashboard.link.turnHouses')}</p>}
                <div className="public-link-acts">
                  <Button variant="default" disabled={isBusy} onClick={() => void create(kind, includesAll, turn)}>
                    {t(link ? 'dashboard.link.renew' : 'dashboard.link.create')}
                  </Button>
                  {link && (
                    <Button variant="subtle" color="red" disabled={isBusy} onClick={() => void revoke(kind)}>
                      {t('dashboard.link.revoke')}
                    </Button>
                  )}
                </div>
              </section>
            )
          })}
        </div>
      )}
    </Modal>
  )
}
