package software.amazon.awssdk.services.s3.model;

public class GetObjectRequest {
}
