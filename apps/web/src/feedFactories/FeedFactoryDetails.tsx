import { ResourceDetails } from '../resource/index.ts'
import { feedFactoryResource } from './feedFactoryResource.tsx'

export default function FeedFactoryDetails() {
  return <ResourceDetails of={feedFactoryResource} />
}
