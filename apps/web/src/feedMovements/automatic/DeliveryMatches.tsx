import { Button } from '@mantine/core'
import type { FeedMovement } from '@steading/contract/production/feedMovements'
import { dateTime } from '@steading/locales/format'
import { nameOf } from '@steading/locales/production'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { kilograms } from '../../animalMovements/index.ts'
import { useText } from '../../platform/texts.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useAsyncAction } from '../../ui/overlay/useAsyncAction.ts'
import { feedTitle } from '../feedKinds.ts'
import { feedChanged, matchAutomatic, matchesQuery } from '../feedMovements.queries.ts'
import '../feed.css'

/** Purchases that were entered before and may be the delivery: choosing one makes the two one movement. */
export function DeliveryMatches({ movement, onClose }: { movement: FeedMovement; onClose: () => void }) {
  const t = useText()
  const title = useId()
  const { data: matches = [] } = useQuery(matchesQuery(movement.id))
  const { busy, run } = useAsyncAction(t('movement.confirmFailed'))
  if (matches.length === 0) return null
  const choose = (movementId: string) =>
    run(async () => {
      const saved = await matchAutomatic(movement.id, { movementId, version: movement.version })
      toast(t('feed.automatic.matched'), feedTitle(saved, t))
      // The delivery is gone: its matches must not be fetched again.
      onClose()
      await feedChanged()
    })
  return (
    <section className="delivery-matches" aria-labelledby={title}>
      <h3 id={title}>{t('feed.automatic.entered')}</h3>
      <p className="dim">{t('feed.automatic.enteredHint')}</p>
      <ul>
        {matches.map(match => (
          <li key={match.id}>
            <span>
              <b className="num">{kilograms(match.weight, t)}</b> {match.feedType && nameOf(match.feedType, t.language)}
              <span className="dim num">{dateTime(match.timestamp, match.timeZone, t)}</span>
            </span>
            {match.editable && (
              <Button variant="default" data-busy={busy || undefined} onClick={() => void choose(match.id)}>
                {t('feed.automatic.isSame')}
                <span className="vh"> {kilograms(match.weight, t)}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
