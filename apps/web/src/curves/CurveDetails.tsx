import { ResourceDetails } from '../resource/index.ts'
import { curveResource } from './curveResource.tsx'

export default function CurveDetails() {
  return <ResourceDetails of={curveResource} />
}
