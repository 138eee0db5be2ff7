import { ResourceList } from '../resource/index.ts'
import { feedTypeResource } from './feedTypeResource.tsx'

export default function FeedTypeList() {
  return <ResourceList of={feedTypeResource} />
}
