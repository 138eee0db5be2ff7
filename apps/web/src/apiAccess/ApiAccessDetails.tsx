import { ResourceDetails } from '../resource/index.ts'
import { apiAccessResource } from './apiAccessResource.tsx'

export default function ApiAccessDetails() {
  return <ResourceDetails of={apiAccessResource} />
}
