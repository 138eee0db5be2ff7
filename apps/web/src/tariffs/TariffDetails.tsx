import { ResourceDetails } from '../resource/index.ts'
import { tariffResource } from './tariffResource.tsx'

export default function TariffDetails() {
  return <ResourceDetails of={tariffResource} />
}
