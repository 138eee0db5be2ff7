import { ResourceCreate } from '../resource/index.ts'
import { feedTypeResource } from './feedTypeResource.tsx'

export default function FeedTypeCreate() {
  return <ResourceCreate of={feedTypeResource} />
}
