import { ResourceDetails } from '../resource/index.ts'
import { feedTypeResource } from './feedTypeResource.tsx'

export default function FeedTypeDetails() {
  return <ResourceDetails of={feedTypeResource} />
}
