// For a container's health check: exits with 0 if the server is ready.
const response = await fetch(`http://127.0.0.1:${process.env.PORT ?? 3000}/health/ready`).catch(() => null);
process.exitCode = response?.ok ? 0 : 1;
