// For a container's health check: ends with status 0 when the server in it is ready for requests.
const answer = await fetch(`http://127.0.0.1:${process.env.PORT ?? 3000}/health/ready`).catch(() => null);
process.exitCode = answer?.ok ? 0 : 1;
