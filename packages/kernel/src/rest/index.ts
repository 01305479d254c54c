export { openApiPaths } from './openapi.js';
export { argumentsOf, fieldErrors, type ReceivedRequest, type RestRequest, requestOf } from './rest-request.js';
export { type RestMatch, restRouter } from './rest-router.js';
export { type RestShape, restShapeOf, restShapes } from './rest-shape.js';
