import { ResourceList } from '../resource/index.ts'
import { feedFactoryResource } from './feedFactoryResource.tsx'

export default function FeedFactoryList() {
  return <ResourceList of={feedFactoryResource} />
}
