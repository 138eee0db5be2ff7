import { ResourceCreate } from '../resource/index.ts'
import { feedFactoryResource } from './feedFactoryResource.tsx'

export default function FeedFactoryCreate() {
  return <ResourceCreate of={feedFactoryResource} />
}
