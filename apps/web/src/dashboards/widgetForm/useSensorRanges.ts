import type { SensorRange } from '@steading/contract/widgets/definition'
import { definitionOf, type WidgetTypeName } from '@steading/contract/widgets/widgets'
import { useQuery } from '@tanstack/react-query'
import { interfacesQuery } from '../../interfaces/index.ts'
import type { FormValues } from './configuration.ts'

/** Ranges of the sensor that is chosen, for types whose other fields must fit it; the preview asks for the same. */
export function useSensorRanges(type: WidgetTypeName, { interfaceId }: FormValues): ReadonlyMap<string, SensorRange> {
  const isAsked = definitionOf(type).problemsWithSensors !== undefined && typeof interfaceId === 'string'
  const { data } = useQuery(interfacesQuery(isAsked ? [interfaceId] : []))
  return new Map((data ?? []).map(({ id, min, max }) => [id, { min, max }]))
}
