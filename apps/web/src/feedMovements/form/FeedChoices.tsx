import { useMemo } from 'react'
import { AsyncField } from '../../animalMovements/index.ts'
import { useText } from '../../platform/texts.tsx'
import { feedFactoriesAt, feedTypesAt } from '../feedMovements.queries.ts'

interface ChoiceProps {
  /** Where it is used: what is usable there is offered. */
  readonly placeId: string | undefined
  readonly value: string | null
  readonly onChange: (id: string | null) => void
  readonly error: string | undefined
}

/** A feed type. */
export function FeedTypeField({ placeId, ...props }: ChoiceProps) {
  const t = useText()
  const source = useMemo(() => feedTypesAt(placeId, t), [placeId, t])
  return <AsyncField label={t('feed.type')} required source={source} {...props} />
}

/** The mill that delivered. */
export function FeedFactoryField({ placeId, ...props }: ChoiceProps) {
  const t = useText()
  const source = useMemo(() => feedFactoriesAt(placeId), [placeId])
  return <AsyncField label={t('feed.factory')} source={source} {...props} />
}
