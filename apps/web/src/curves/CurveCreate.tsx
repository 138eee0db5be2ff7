import { ResourceCreate } from '../resource/index.ts'
import { curveResource } from './curveResource.tsx'

export default function CurveCreate() {
  return <ResourceCreate of={curveResource} />
}
