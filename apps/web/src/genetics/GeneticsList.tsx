import { ResourceList } from '../resource/index.ts'
import { geneticsResource } from './geneticsResource.tsx'

export default function GeneticsList() {
  return <ResourceList of={geneticsResource} />
}
