import { z } from 'zod'

/** How far a rule has come. On its own, because every page hears of it and few know more of rules. */
export const DEPLOYMENT_STATUSES = ['DEPLOYED', 'UNDEPLOYED', 'ERROR', 'PENDING_DEPLOY', 'PENDING_UNDEPLOY'] as const
export const DeploymentStatus = z.enum(DEPLOYMENT_STATUSES)
export type DeploymentStatus = z.infer<typeof DeploymentStatus>
